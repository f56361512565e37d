import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import tulle


def test_views_follow_steps_without_copies(sim):
    positions, velocities = sim.positions, sim.velocities
    before = positions.copy()
    address = positions.__array_interface__["data"][0]
    sim.run(0.1)
    assert not np.array_equal(positions, before), "the view shows what is now"
    assert sim.positions.__array_interface__["data"][0] == address
    assert np.shares_memory(positions, sim.positions)
    assert not positions.flags.owndata and not positions.flags.writeable
    assert positions.shape == velocities.shape == (64, 3)
    with pytest.raises(ValueError):
        positions[0, 0] = 1
    state = sim.save()
    sim.run(0.1)
    sim.restore(state)
    assert np.shares_memory(positions, sim.positions)


def test_views_outlive_the_simulation(hanging):
    sim = tulle.Simulation(hanging)
    sim.run(0.1)
    views = [sim.positions, sim.velocities, sim.masses, sim.rest_lengths, sim.faces, sim.positions[3:7, 1]]
    sim.external_forces = np.ones((64, 3))
    views.append(sim.external_forces)
    copies = [view.copy() for view in views]
    del sim
    gc.collect()
    trash = [np.random.default_rng(0).random(200_000) for _ in range(20)]
    for view, copy in zip(views, copies):
        np.testing.assert_array_equal(view, copy)
    del trash


def test_views_of_forces_follow_what_is_set(sim):
    view = sim.external_forces
    assert view.shape == (64, 3) and not view.any()
    sim.external_forces = np.ones((64, 3))
    assert (view == 1).all()
    sim.external_forces = None
    assert not view.any()
    sim.external_forces = (0, 0, 2)
    assert (view == [0, 0, 2]).all()


def test_no_view_can_be_made_writeable(sim):
    for name in ("positions", "velocities", "masses", "rest_lengths", "external_forces", "faces"):
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(sim, name).setflags(write=True)


def test_it_says_what_was_chosen_and_why(sim):
    assert sim.method.startswith("backward-euler, Newton directions")
    assert sim.solver.startswith("cg with ic0: the matrix changes in every iteration")
    assert sim.step_choice.startswith("the default: ")


def test_frames_are_called_and_can_end_a_run(sim):
    seen = []
    sim.run(0.4, on_frame=lambda s: seen.append((s.frame, s.time)))
    assert [frame for frame, _ in seen] == list(range(1, 11))
    np.testing.assert_allclose([t for _, t in seen], np.arange(1, 11) / 25)
    sim.run(0.4, on_frame=lambda s: s.frame < 13)
    assert sim.frame == 13
    sim.run(0.4, on_frame=lambda s: np.bool_(s.frame < 15))
    assert sim.frame == 15
    with pytest.raises(ValueError, match="seconds: expected a number >= 0"):
        sim.run(-0.1)


def test_runs_end_between_frames_too(sim):
    sim.run(0.05)
    assert sim.time == pytest.approx(0.05)
    sim.run(0.03)
    assert sim.time == pytest.approx(0.08)
    assert sim.frame == 2


def test_runs_are_the_same_as_steps(hanging):
    run, stepped = tulle.Simulation(hanging), tulle.Simulation(hanging)
    run.run(0.2)
    while stepped.time < 0.2 - 1e-9:
        stepped.step()
    assert run.save() == stepped.save()


def test_exceptions_of_callbacks_come_through(sim):
    def complain(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sim.run(0.1, on_frame=complain)
    sim.run(0.1)


def test_reports_tell(sim):
    assert sim.report is None
    report = sim.step()
    assert report is sim.report
    assert report.status == "ok" and not report.failed
    assert report.dt == pytest.approx(0.01) and report.nonlinear_iterations >= 1
    energies = sim.energies
    parts = energies.kinetic + energies.gravity + energies.stretch + energies.shear + energies.bending + energies.contact
    assert energies.total == pytest.approx(parts)
    assert repr(report).startswith("StepReport(status='ok', failed=False, time=0.01") and "total=" in repr(energies)
    assert energies.kinetic == pytest.approx(0.5 * (sim.masses * (sim.velocities**2).sum(axis=1)).sum())
    momentum = (sim.masses[:, None] * sim.velocities).sum(axis=0)
    np.testing.assert_allclose(sim.measure().momentum, momentum, atol=1e-15)


def test_failures_are_exceptions_with_the_reason(hanging):
    hanging["integrator"] = {"method": "forward-euler", "dt": 0.04}
    hanging["cloth"][0]["stretch_stiffness"] = 1e6
    sim = tulle.Simulation(hanging)
    with pytest.raises(tulle.SimulationError, match="the simulation failed at t = ") as caught:
        sim.run(10)
    assert caught.value.report.failed


def test_other_threads_run_meanwhile_and_may_not_interfere(hanging):
    hanging["cloth"][0]["grid"]["particles"] = [60, 60]
    sim = tulle.Simulation(hanging)
    done = threading.Event()
    refused = []

    def work():
        sim.run(0.2)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        try:
            sim.velocities = sim.velocities.copy()
        except RuntimeError as error:
            refused.append(str(error))
        except tulle.InputError:
            pass  # a pinned particle moved between the two
        time.sleep(0.001)
    thread.join()
    assert turns > 3, "this thread had turns"
    assert refused and "another thread" in refused[0]


def test_ctrl_c_ends_a_run_cleanly(tmp_path):
    script = tmp_path / "long.py"
    script.write_text(
        textwrap.dedent(
            """
            import tulle, sys
            tulle.set_threads(1)
            sim = tulle.Simulation({
                "simulation": {"duration": 1000, "fps": 1},
                "integrator": {"dt": 0.01},
                "cloth": [{"areal_density": 0.2, "grid": {"size": [1, 1], "particles": [40, 40]}, "pin": [{"corner": "min-min"}]}],
            })
            print("ready", flush=True)
            try:
                sim.run()
            except KeyboardInterrupt:
                time = sim.time
                assert time > 0
                sim.step()
                assert sim.time > time
                print("clean", time)
            """
        )
    )
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout.readline().strip() == "ready"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out.startswith("clean") and process.returncode == 0


def test_threads_do_not_change_a_bit(hanging):
    hanging["cloth"][0]["grid"]["particles"] = [40, 40]
    states = []
    for count in (1, 2):
        tulle.set_threads(count)
        sim = tulle.Simulation(hanging)
        sim.run(0.1)
        states.append(sim.save())
    tulle.set_threads(0)
    assert states[0] == states[1]
    with pytest.raises(ValueError, match="count"):
        tulle.set_threads(-1)


def test_frames_are_those_of_the_command_line(hanging, program, tmp_path):
    hanging["output"] = {"formats": ["obj", "ply", "vtk"]}
    hanging["obstacle"] = [{"shape": "sphere", "center": [0, 0, 0.8], "radius": 0.15}]
    scene = tulle.Scene(hanging, name="same")
    file = scene.save(tmp_path / "scene")
    program("run", file, "-o", tmp_path / "cli", "--quiet")
    ran = tulle.run(scene, tmp_path / "python")
    sim = tulle.Simulation(scene)
    stepped = tmp_path / "stepped"
    stepped.mkdir()

    def write(s):
        for kind in ("obj", "ply"):
            s.write_frame(stepped, kind)

    write(sim)
    sim.run(on_frame=write)
    names = sorted(path.name for path in (tmp_path / "cli").iterdir() if path.name.startswith("frame_"))
    assert len(names) == 3 * len(ran) == 33
    assert len(list(stepped.iterdir())) == 22
    for name in [*names, "frames.cache", "metrics.csv"]:
        bytes_of_program = (tmp_path / "cli" / name).read_bytes()
        assert (tmp_path / "python" / name).read_bytes() == bytes_of_program, name
        if name.endswith((".obj", ".ply")):
            assert (stepped / name).read_bytes() == bytes_of_program, name


def test_an_unchanged_state_is_restored_exactly(sim):
    sim.run(0.1)
    state = sim.save()
    sim.run(0.2)
    end = sim.save()
    sim.restore(state)
    assert sim.save() == state
    sim.run(0.2)
    assert sim.save() == end
    with pytest.raises(tulle.InputError, match="damaged or belongs to another scene"):
        sim.restore(state[:100])
    assert sim.save() == end, "nothing has changed"


def test_states_are_bytes_of_the_same_net(sim, hanging):
    state = sim.save()
    sim.step()
    sim.restore(memoryview(bytearray(state)))
    assert sim.save() == state and sim.report is None
    for wrong in ("text", 5, None):
        with pytest.raises(TypeError, match="state: expected the bytes of save"):
            sim.restore(wrong)
    hanging["cloth"][0]["areal_density"] *= 2
    with pytest.raises(tulle.InputError, match="another scene"):
        tulle.Simulation(hanging).restore(state)


def test_reset_goes_back_to_the_start(sim, hanging):
    start = tulle.Simulation(hanging).save()
    view = sim.positions
    for _ in range(2):
        sim.external_forces = (0, 1, 0)
        sim.pin([12])
        sim.run(0.1)
        sim.reset()
        assert sim.save() == start and sim.time == 0
        np.testing.assert_array_equal(view, sim.positions)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, tulle.Simulation.copy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_go_their_own_way(sim, duplicate):
    sim.unpin([0])
    sim.run(0.1)
    other = duplicate(sim)
    before = sim.save()
    assert other.save() == before and other is not sim
    other.run(0.1)
    assert sim.save() == before, "nothing is shared"
    sim.run(0.1)
    assert sim.save() == other.save()


class Environment(tulle.Simulation):
    def __init__(self, scene, goal):
        super().__init__(scene)
        self.goal = goal


def test_derived_classes_stay_what_they_are(hanging):
    one = Environment(hanging, goal=3)
    one.run(0.1)
    for other in (one.copy(), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert type(other) is Environment and other.goal == 3 and other.save() == one.save()


@pytest.mark.parametrize("force", [1e100, 1e160, 1e300])
def test_forces_beyond_measure_are_a_failure(sim, force):
    sim.external_forces = (0, 0, force)
    with pytest.raises(tulle.SimulationError):
        sim.step()


def test_reports_are_described_and_become_dicts(sim):
    report = sim.step().as_dict()
    assert report["status"] == "ok" and report["time"] == sim.time
    assert pickle.loads(pickle.dumps(sim.measure().as_dict()))["energies"]["kinetic"] == sim.energies.kinetic
    for kind in (type(sim.report), type(sim.energies), type(sim.measure())):
        for name in vars(kind):
            assert name.startswith("__") or getattr(kind, name).__doc__, f"{kind.__name__}.{name}"
