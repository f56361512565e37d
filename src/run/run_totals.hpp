#pragma once
// Totals of a run, summed over its frames. Checkpoints store them, so that a resumed run reports the totals of the
// whole run.

namespace tulle {

struct RunTotals {
    int frames = 0;  // complete on disk, the start included
    long steps = 0;
    long not_converged_steps = 0;
    double speed_left = 0;  // m/s, largest remaining speed of a step (StepReport)
    long nonlinear_iterations = 0;
    long linear_iterations = 0;
    long matrix_refills = 0;
    long rejected_steps = 0;     // by methods with error control
    double smallest_dt = 0;      // s
    double largest_dt = 0;       // s
    double largest_stretch = 0;  // of structural springs, over all frames
    long torn_faces = 0;
    double first_tear = -1;  // s; negative: no face tore
};

}  // namespace tulle
