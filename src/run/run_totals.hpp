#pragma once
// What a run did so far, summed over its frames; carried through checkpoints so that a resumed run tells the whole.

namespace tulle {

struct RunTotals {
    int frames = 0;  // whole on disk, the start included
    long steps = 0;
    long not_converged_steps = 0;
    double speed_left = 0;  // m/s, the largest that a step has left (StepReport)
    long nonlinear_iterations = 0;
    long linear_iterations = 0;
    long matrix_refills = 0;
    long rejected_steps = 0;     // of methods that control their error
    double smallest_dt = 0;      // s
    double largest_dt = 0;       // s
    double largest_stretch = 0;  // of structural springs, over all frames
    long torn_faces = 0;
    double first_tear = -1;  // s; below zero: nothing tore
};

}  // namespace tulle
