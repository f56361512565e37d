import pickle
import threading

import numpy as np
import pytest

import tulle


def test_forces_and_jacobians_agree(sim):
    sim.run(0.2)
    x, v = sim.positions.copy(), sim.velocities.copy()
    f = sim.forces()
    np.testing.assert_array_equal(f, sim.forces(x, v))
    direction = np.random.default_rng(1).standard_normal(x.shape)
    step = 1e-7
    stiffness, damping = sim.jacobian(), sim.jacobian("velocity")
    assert stiffness.shape == (192, 192)
    assert abs(stiffness - stiffness.T).max() < 1e-9
    by_x = (sim.forces(x + step * direction, v) - sim.forces(x - step * direction, v)) / (2 * step)
    by_v = (sim.forces(x, v + step * direction) - sim.forces(x, v - step * direction)) / (2 * step)
    np.testing.assert_allclose(stiffness @ direction.ravel(), by_x.ravel(), atol=2e-5 * np.abs(by_x).max())
    np.testing.assert_allclose(damping @ direction.ravel(), by_v.ravel(), atol=1e-6 * np.abs(by_v).max())
    clamped = sim.jacobian(treatment="clamped").toarray()
    assert np.linalg.eigvalsh(clamped).max() < 1e-9, "negative semidefinite"
    with pytest.raises(ValueError, match="by: expected"):
        sim.jacobian("time")


def test_a_step_of_backward_euler_from_its_parts(hanging):
    """(M - h D - h^2 K) dv = h (f + h K v): what the library solves, by SciPy; linear springs hardly stretched."""
    from scipy.sparse import diags
    from scipy.sparse.linalg import spsolve

    hanging["integrator"] |= {"newton": "once", "tolerance": 1e-10}
    hanging["solver"] = {"tolerance": 1e-12}
    del hanging["cloth"][0]["pin"]
    hanging["cloth"][0]["velocity"] = [0.1, 0, 0]
    sim = tulle.Simulation(hanging)
    h = sim.dt
    K, D = sim.jacobian(treatment="clamped"), sim.jacobian("velocity", treatment="clamped")
    v, f = sim.velocities.ravel().copy(), sim.forces().ravel()
    M = diags(np.repeat(sim.masses, 3))
    dv = spsolve((M - h * D - h * h * K).tocsc(), h * (f + h * (K @ v)))
    sim.step()
    np.testing.assert_allclose(sim.velocities.ravel(), v + dv, atol=1e-10)


def test_vibrations_tell_the_stable_step(hanging):
    from scipy.sparse import diags
    from scipy.sparse.linalg import eigsh

    spring = hanging["cloth"][0]
    spring |= {"stretch_damping": 0, "shear_damping": 0, "bending_damping": 0}
    del spring["pin"]
    sim = tulle.Simulation(hanging)
    root = diags(np.repeat(sim.masses**-0.5, 3))
    fastest = np.sqrt(eigsh(-(root @ sim.jacobian() @ root), k=1, return_eigenvectors=False)[0])
    assert sim.stable_step_limit() == pytest.approx(2 / fastest, rel=1e-3)
    study = tulle.stability(sim.scene)
    longest = {entry["method"]: entry for entry in study["methods"]}
    assert "symplectic-euler" in longest


def test_fabrics_are_tested():
    card = tulle.fabric("canvas")
    assert card["name"]
    result = tulle.test_cantilever("canvas", cells=6)
    warp = result["strips"][0]
    # B that went in comes out, to what 6 cells can show.
    assert warp["without_hysteresis"]["rigidity_Nm"] == pytest.approx(warp["rigidity_given_Nm"], rel=0.03)
    with pytest.raises(tulle.InputError, match="did you mean canvas"):
        tulle.test_kes("canvs")
    with pytest.raises(ValueError, match="cells: expected 2 to 100; found 0"):
        tulle.test_kes("canvas", [5, 0])
    with pytest.raises(TypeError, match="cells: expected a whole number"):
        tulle.test_cantilever("canvas", 5.5)
    with pytest.raises(ValueError, match="specimen: expected more than the support"):
        tulle.test_drape("canvas", specimen=0.1)


def test_pictures_are_arrays(sim):
    sim.run(0.2)
    picture = sim.render(64, 48, samples=2)
    assert picture.shape == (48, 64, 3) and picture.dtype == np.uint8
    assert picture.std() > 5, "something is to be seen"
    np.testing.assert_array_equal(picture, sim.render(64, 48, samples=2))
    other = sim.render(64, 48, samples=2, colour="stretch", range=(0, 0.01), view=(30, 20), edges=True)
    assert not np.array_equal(picture, other)
    with pytest.raises(tulle.InputError, match="^colour: .*speed"):
        sim.render(64, 48, colour="sped")
    with pytest.raises(TypeError, match="no such option"):
        sim.render(64, 48, color="speed")
    with pytest.raises(ValueError, match="16 to 16384"):
        sim.render(4, 48)
    for wrong in ({"view": (np.nan, 0)}, {"view": (0, np.inf)}, {"aperture": 1e-300}, {"aperture": np.nan}):
        with pytest.raises(ValueError, match="view|aperture"):
            sim.render(32, 32, samples=1, **wrong)
    for wrong in ({"view": "up"}, {"samples": 1.5}, {"zoom": "far"}, {"colour": 3}, {"range": (1 + 2j, 3)}):
        with pytest.raises(TypeError, match=f"{next(iter(wrong))}: expected"):
            sim.render(32, 32, **wrong)


def test_pictures_do_not_change_what_follows(hanging):
    one, other = tulle.Simulation(hanging), tulle.Simulation(hanging)
    for _ in range(3):
        one.run(0.08)
        one.render(32, 32, samples=1)
        one.measure()
        other.run(0.08)
    assert one.save() == other.save()


def test_runs_are_kept_and_looked_at(hanging, tmp_path):
    hanging["output"] = {"formats": []}
    calls = []
    run = tulle.run(hanging, tmp_path / "run", certify=True, on_progress=lambda *now: calls.append(now))
    assert len(run) == 11 and calls[-1][0] == calls[-1][1]
    assert run.fps == 25
    sim = tulle.Simulation(hanging)
    sim.run()
    np.testing.assert_allclose(run.positions(-1), sim.visible_positions, atol=1e-6)
    assert len(run.metrics["time_s"]) == 11
    with pytest.raises(KeyError, match="rounds is called nonlinear_iterations now"):
        run.metrics["rounds"]
    with pytest.raises(KeyError, match="expected one of frame, time_s, .*; found colour"):
        run.metrics["colour"]
    assert run.field("speed", 5).shape == (64,)
    assert run.render(3, 32, 32, samples=1).shape == (32, 32, 3)
    folder = run.export("gltf", tmp_path / "gltf")
    assert any(folder.iterdir())
    with pytest.raises(FileExistsError):
        run.export("gltf", tmp_path / "gltf")
    with pytest.raises(ValueError, match="format: expected one of view, obj, .*; found 'fbx'") as refused:
        run.export("fbx", tmp_path / "fbx")
    for name in str(refused.value).split("expected one of ")[1].split("; found")[0].split(", "):
        assert f'- "{name}": ' in tulle.Run.export.__doc__
    with pytest.raises(IndexError, match="0 to 10"):
        run.positions(11)
    frames = list(run)
    assert len(frames) == 11 and frames[-1].time == pytest.approx(0.4)
    np.testing.assert_array_equal(frames[3].positions, run.positions(3))
    np.testing.assert_array_equal(run[-1].velocities, run.velocities(10))
    with pytest.raises(TypeError, match="frame: expected a whole number"):
        run.positions(1.5)
    assert len(pickle.loads(pickle.dumps(run))) == 11
    with pytest.raises(tulle.InputError, match="never written over; go on with it by tulle.resume"):
        tulle.run(hanging, tmp_path / "run")
    assert len(tulle.open(tmp_path / "run")) == 11


def test_an_interrupted_run_is_resumed(hanging, tmp_path):
    def stop(frame, _count, _left):
        if frame == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tulle.run(hanging, tmp_path / "cut", on_progress=stop)
    resumed = tulle.resume(tmp_path / "cut")
    whole = tulle.run(hanging, tmp_path / "whole")
    assert len(resumed) == len(whole)
    for name in ("frames.cache", "metrics.csv"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_runs_of_given_meshes_keep_them(hanging, tmp_path):
    vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, [[0, 1, 2], [1, 3, 2]])}]
    run = tulle.run(hanging, tmp_path / "run")
    assert (tmp_path / "run-scene" / "given" / "mesh_1.obj").exists()
    assert len(tulle.open(run.directory)) == 11
    with pytest.raises(ValueError, match="needs one"):
        tulle.run(hanging)


def test_pictures_show_obstacles_where_they_are(hanging):
    hanging["cloth"][0]["pin"] = [{"indices": list(range(64))}]
    hanging["obstacle"] = [
        {
            "shape": "sphere",
            "center": [-0.3, -0.2, 1.5],
            "radius": 0.1,
            "motion": {"keyframes": [{"time": 0}, {"time": 0.4, "translation": [0.6, 0, 0]}]},
        }
    ]
    sim = tulle.Simulation(hanging)
    before = sim.render(48, 48, samples=1, view=(0, 10)).astype(int)
    sim.run()
    assert np.abs(sim.render(48, 48, samples=1, view=(0, 10)) - before).max() > 30


def test_wrong_formats_leave_nothing_behind(hanging, tmp_path):
    run = tulle.run(hanging, tmp_path / "run")
    with pytest.raises(ValueError, match="format: expected one of view, obj"):
        run.export("foo", tmp_path / "export")
    assert not (tmp_path / "export").exists()


def test_threads_share_a_run(hanging, tmp_path):
    run = tulle.run(hanging, tmp_path / "run")
    positions = [run.positions(k) for k in range(len(run))]
    wrong = []

    def read(offset):
        for k in range(40):
            frame = (k * offset) % len(run)
            if not np.array_equal(run.positions(frame), positions[frame]):
                wrong.append(frame)

    threads = [threading.Thread(target=read, args=(offset,)) for offset in (1, 3, 7)]
    threads += [threading.Thread(target=run.export, args=("obj", tmp_path / f"obj{k}")) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    written = [sorted(folder.rglob("*.obj")) for folder in sorted(tmp_path.glob("obj*"))]
    assert len(written) == 3
    for files in zip(*written, strict=True):
        assert len({file.read_bytes() for file in files}) == 1, files[0].name


def test_runs_tell_how_they_ended(hanging, tmp_path):
    run = tulle.run(hanging, tmp_path / "good")
    assert run.status == "finished" and run.message == ""
    hanging["integrator"] = {"method": "symplectic-euler", "dt": 0.01}
    with pytest.raises(tulle.SimulationError, match="Try integrator.dt"):
        tulle.run(hanging, tmp_path / "bad")
    failed = tulle.open(tmp_path / "bad")
    assert failed.status == "failed" and "Try integrator.dt" in failed.message


def test_a_refused_run_leaves_nothing_beside(hanging, tmp_path):
    vertices = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, [[0, 1, 2], [0, 2, 3]])}]
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "letter").write_text("mine")
    for _ in range(2):
        with pytest.raises(tulle.InputError, match="taken"):
            tulle.run(hanging, tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
