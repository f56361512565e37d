import copy
import gc
import pathlib
import pickle
import tomllib
import warnings

import numpy as np
import pytest

import tulle
from tulle import _toml

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent


def square(n=5, size=1.0):
    """Vertices, faces and texture coordinates of a square in the plane z = 0."""
    u, v = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, n))
    uvs = np.column_stack([u.ravel(), v.ravel()])
    vertices = np.column_stack([size * uvs, np.zeros(n * n)])
    corners = np.array([a + b * n for b in range(n - 1) for a in range(n - 1)])
    faces = np.vstack(
        [np.column_stack([corners, corners + 1, corners + n + 1]), np.column_stack([corners, corners + n + 1, corners + n])]
    )
    return vertices, faces, uvs


@pytest.mark.parametrize("file", sorted((PROJECT / "scenes").glob("*.toml")), ids=lambda file: file.stem)
def test_every_scene_written_as_toml_is_the_same(file):
    scene = tomllib.loads(file.read_text(encoding="utf-8"))
    assert tomllib.loads(_toml.dumps(scene)) == scene


def test_toml_knows_odd_keys_and_values():
    odd = {
        "plain": [1, 2.5, "x\n\"y\"", True, 1e-300, 1e22, float("inf"), -0.0],
        "a.b": {"c d": {"deep": [[1, 2], [3, 4]], "empty": {}}},
        "list": [{"x": 1}, {"x": "ü"}],
        "nothing": [],
    }
    assert tomllib.loads(_toml.dumps(odd)) == odd
    assert tomllib.loads(_toml.dumps({"a": {"v": np.arange(3), "x": np.float32(0.5), "n": np.int64(7)}})) == {
        "a": {"v": [0, 1, 2], "x": 0.5, "n": 7}
    }
    with pytest.raises(TypeError, match=r"cloth\[0\]\.thickness: expected a number"):
        _toml.dumps({"cloth": [{"thickness": object()}]})


def test_a_file_and_its_data_give_the_same_steps():
    file = PROJECT / "scenes" / "hanging.toml"
    small = {"cloth[0].grid.particles": [6, 6]}
    one = tulle.Simulation(tulle.load(file, set=small))
    other = tulle.Simulation(tulle.Scene(tomllib.loads(file.read_text(encoding="utf-8")), set=small))
    for _ in range(5):
        one.step()
        other.step()
    assert one.positions.tobytes() == other.positions.tobytes()


def test_scenes_are_found_by_name():
    assert "tablecloth" in tulle.scenes()
    assert "canvas" in tulle.fabrics()
    assert "imex-euler" in tulle.integrators()
    assert tulle.load("hanging").name == "hanging"
    with pytest.raises(tulle.InputError, match="did you mean tablecloth"):
        tulle.load("tableclot")


def test_meshes_are_given_as_arrays(hanging):
    vertices, faces, uvs = square()
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, faces, uvs), "pin": [{"indices": [0, 4]}]}]
    floor, floor_faces, _ = square(2, 4.0)
    hanging["obstacle"] = [
        {"shape": "mesh", "mesh": tulle.Mesh(floor, floor_faces), "translation": [-2, -2, -0.5]},
        {"shape": "sphere", "center": [0.5, 0.5, -0.3], "radius": 0.2},
    ]
    sim = tulle.Simulation(hanging)
    np.testing.assert_array_equal(sim.positions, vertices)
    np.testing.assert_array_equal(sim.faces, faces)
    sim.run()
    assert sim.time == pytest.approx(0.4)


def test_fabrics_are_given_as_data(hanging):
    text = (PROJECT / "fabrics" / "canvas.toml").read_text(encoding="utf-8")
    hanging["cloth"][0]["fabric"] = "canvas"
    named = tulle.Simulation(hanging)
    hanging["cloth"][0]["fabric"] = tomllib.loads(text)
    given = tulle.Simulation(hanging)
    named.step(), given.step()
    assert named.positions.tobytes() == given.positions.tobytes()
    hanging["cloth"][0]["fabric"]["areal_densty"] = 3
    with pytest.raises(tulle.InputError, match="areal_densty.*did you mean"):
        tulle.Scene(hanging)


def test_problems_are_those_of_the_command_line(hanging, program, tmp_path):
    hanging["cloth"][0]["thickness"] = -1
    hanging["integratr"] = {}
    with pytest.raises(tulle.InputError) as caught:
        tulle.Scene(hanging)
    file = tmp_path / "bad.toml"
    file.write_text(_toml.dumps(hanging))
    printed = program("check", file, check=False).stderr.splitlines()
    keys = {problem.key for problem in caught.value.problems}
    assert keys == {"cloth[0].thickness", "integratr"}
    for problem in caught.value.problems:
        assert any(line.endswith(f"{problem.key}: {problem.message}") for line in printed)
        assert problem.file == "" and problem.line == 0, "a scene without a file"
    with pytest.raises(tulle.InputError) as caught:
        tulle.load(file)
    assert str(caught.value).splitlines() == printed[:-1]
    assert caught.value.problems[0].line > 0


def test_doubts_are_warnings(hanging):
    hanging["cloth"][0]["areal_density"] = 200
    with pytest.warns(tulle.ScenePlausibilityWarning, match="heavier than any fabric"):
        scene = tulle.Scene(hanging)
    assert len(scene.warnings) == 1 and scene.warnings[0].startswith("cloth[0].areal_density: ")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tulle.load("hanging")


def test_saved_scenes_are_whole(hanging, tmp_path):
    vertices, faces, _ = square()
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, faces)}]
    scene = tulle.Scene(hanging, name="square")
    file = scene.save(tmp_path / "kept")
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["given", "square.toml"]
    again = tulle.Simulation(file)
    del scene
    np.testing.assert_array_equal(again.positions, vertices)
    with pytest.raises(FileExistsError):
        tulle.load(file).save(tmp_path / "kept")


@pytest.mark.parametrize(
    "vertices, faces, uvs, message",
    [
        ([[0, 0]], [[0, 1, 2]], None, "vertices"),
        ([[0, 0, 0]], [[0.0, 1.0, 2.0]], None, "faces"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], [[0, 0], [1, 1]], "uvs"),
    ],
)
def test_meshes_of_wrong_shapes_are_refused(vertices, faces, uvs, message):
    with pytest.raises(ValueError, match=message):
        tulle.Mesh(vertices, faces, uvs)


def test_problems_of_meshes_name_them(hanging):
    vertices, faces, _ = square()
    for wrong in (-2, 99):
        broken = faces.copy()
        broken[0, 2] = wrong
        with pytest.raises(ValueError, match="faces: expected numbers of vertices, 0 to 24"):
            tulle.Mesh(vertices, broken)
    vertices[3] = np.nan
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, faces)}]
    with pytest.raises(tulle.InputError, match=r"mesh_1\.obj:\d+"):
        tulle.Scene(hanging)


def test_scenes_leave_nothing_behind(hanging, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    vertices, faces, _ = square()
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, faces)}]
    scene = tulle.Scene(hanging)
    assert not list(tmp_path.iterdir()), "not while it lives either: a process may end without a word"
    np.testing.assert_array_equal(tulle.Simulation(scene).positions, vertices)


def test_any_name_will_do_for_a_scene(hanging):
    vertices, faces, _ = square()
    hanging["cloth"] = [{"areal_density": 0.2, "mesh": tulle.Mesh(vertices, faces)}]
    for name in ("mesh_1", "fabric_1", "given"):
        assert tulle.Scene(hanging, name=name).name == name
    hanging["cloth"][0]["nonsense"] = 3
    with pytest.raises(tulle.InputError, match="^cloth.0..nonsense"):
        tulle.Scene(hanging, name="fabric_1")


def test_warnings_point_to_who_called(hanging):
    hanging["cloth"][0]["areal_density"] = 150
    for call in (tulle.Scene, tulle.Simulation):
        with pytest.warns(tulle.ScenePlausibilityWarning) as caught:
            call(hanging)
        assert caught[0].filename == __file__


def test_what_is_no_scene_is_refused(hanging):
    with pytest.raises(TypeError, match="expected a Scene, a dict, or the name of a scene or file; found int"):
        tulle.Simulation(3)
    with pytest.raises(TypeError, match="set: expected a dict"):
        tulle.load("hanging", set=["a"])
    with pytest.raises(TypeError, match="vertices: expected real numbers"):
        tulle.Mesh("abc", [[0, 1, 2]])
    with pytest.raises(ValueError, match="name: expected"):
        tulle.Scene(hanging, name="..")


def test_scenes_that_are_refused_leave_nothing_behind(hanging, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    hanging["cloth"][0]["nonsense"] = 1
    with pytest.raises(tulle.InputError) as caught:
        tulle.Scene(hanging)
    assert caught.value.problems and not list(tmp_path.iterdir())


def test_scenes_are_copied_and_pickled(hanging, tmp_path):
    vertices, faces, _ = square()
    hanging["cloth"] = [{"mesh": tulle.Mesh(vertices, faces), "areal_density": 0.2}]
    for scene in (tulle.Scene(hanging, name="mine"), tulle.load("tablecloth")):
        state = tulle.Simulation(scene).save()
        others = [copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))]
        text, name = pickle.dumps(scene), scene.name
        del scene
        gc.collect()
        for other in (*others, pickle.loads(text)):
            assert other.name == name
            assert tulle.Simulation(other).save() == state


def test_advice_is_in_words_of_python(hanging):
    with pytest.raises(tulle.InputError, match=r"tulle\.scenes\(\) shows the names"):
        tulle.load("nothing like it")
    with pytest.raises(tulle.InputError, match="^set integrator.dtt=3"):
        tulle.load("hanging", set={"integrator.dtt": 3})


def test_files_are_looked_for_in_the_folder(hanging, tmp_path):
    vertices, faces, _ = square()
    tulle.Mesh(vertices, faces).write(tmp_path / "square.obj")
    (tmp_path / "mine.toml").write_text((PROJECT / "fabrics" / "canvas.toml").read_text(encoding="utf-8"))
    hanging["cloth"] = [{"areal_density": None, "mesh": "square.obj", "fabric": "mine"}]
    with pytest.raises(tulle.InputError):
        tulle.Scene(hanging)
    hanging["cloth"][0]["areal_density"] = 0.3
    del hanging["cloth"][0]["fabric"]
    assert tulle.Simulation(tulle.Scene(hanging, folder=tmp_path)).positions.shape == (25, 3)
    with pytest.raises(ValueError, match="name: expected"):
        tulle.Scene(hanging, folder=tmp_path, name="a/b")
    hanging["cloth"][0]["mesh"] = "missing.obj"
    scene = tulle.Scene(hanging, folder=tmp_path, set={"cloth[0].mesh": "square.obj"})
    assert tulle.Simulation(scene).positions.shape == (25, 3)
