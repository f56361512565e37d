"""Forces written in Python, obstacles moved between steps, contacts and fields."""

import pickle

import numpy as np
import pytest

import tulle


class Anchors(tulle.Force):
    """Springs from every particle to where it started."""

    def __init__(self, places, stiffness):
        self.places, self.stiffness = places.copy(), stiffness

    def energy(self, x, time):
        return 0.5 * self.stiffness * np.sum((x - self.places) ** 2)

    def force(self, x, v, time):
        return -self.stiffness * (x - self.places)

    def jacobian(self, x, v, time):
        every = np.arange(len(x))
        return every, every, np.tile(-self.stiffness * np.eye(3), (len(x), 1, 1))


class Tie(tulle.Force):
    def __init__(self, i, j, stiffness, names_the_pair=True):
        self.pair, self.stiffness, self.names_the_pair = (i, j), stiffness, names_the_pair

    def force(self, x, v, time):
        i, j = self.pair
        f = np.zeros_like(x)
        f[i] = self.stiffness * (x[j] - x[i])
        f[j] = -f[i]
        return f

    def couplings(self):
        return [self.pair] if self.names_the_pair else []

    def jacobian(self, x, v, time):
        i, j = self.pair
        K = self.stiffness * np.eye(3)
        return [i, j, i, j], [i, j, j, i], [-K, -K, K, K]


@pytest.fixture
def anchored(hanging):
    del hanging["cloth"][0]["pin"]
    start = tulle.Simulation(hanging).positions
    return tulle.Simulation(hanging, forces=[Anchors(start, 0.5)])


def test_a_force_holds_a_cloth(anchored):
    anchored.run(1.0)
    weight = 9.81 * anchored.masses.sum()
    sunk = -np.sum(0.5 * (anchored.positions - anchored.user_forces[0].places)[:, 2])
    assert 0 < sunk < 2.01 * weight  # it swings about where springs and weight are in balance
    assert anchored.user_forces[0].check(anchored.positions + 0.01).energy < 1e-6


def test_copies_and_pickles_have_the_force_too(anchored):
    anchored.run(0.1)
    for again in (anchored.copy(), pickle.loads(pickle.dumps(anchored))):
        again.step()
        expected = anchored.copy()
        expected.step()
        np.testing.assert_array_equal(again.positions, expected.positions)
    anchored.reset()
    np.testing.assert_array_equal(anchored.positions, anchored.user_forces[0].places)


def test_a_stiff_tie_needs_its_jacobian_and_has_it(hanging):
    hanging["integrator"] = {"method": "backward-euler", "dt": 0.02}
    sim = tulle.Simulation(hanging, forces=[Tie(9, 54, 1e5)])
    sim.run(0.8)
    assert np.linalg.norm(sim.positions[9] - sim.positions[54]) < 1e-3
    assert Tie(9, 54, 1e5).check(sim.positions).by_position < 1e-6


def test_mistakes_name_the_force_and_the_method(hanging):
    with pytest.raises(tulle.InputError, match=r'force "Tie": its Jacobian couples the particles 0 and 5'):
        tulle.Simulation({**hanging, "integrator": {"method": "backward-euler"}}, [Tie(0, 5, 1, False)]).step()
    with pytest.raises(TypeError, match="forces: expected instances of tulle.Force; found str"):
        tulle.Simulation(hanging, forces=["magnet"])

    class Wrong(tulle.Force):
        def force(self, x, v, time):
            return np.zeros((2, 3))

    with pytest.raises(tulle.InputError, match=r"Wrong.force: expected an array of shape \(64, 3\); found \(2, 3\)"):
        tulle.Simulation(hanging, forces=[Wrong()]).step()

    class Broken(tulle.Force):
        def force(self, x, v, time):
            raise ZeroDivisionError("in the force")

    with pytest.raises(ZeroDivisionError, match="in the force"):
        tulle.Simulation(hanging, forces=[Broken()]).step()
    with pytest.raises(NotImplementedError, match="Nothing.force is not written"):

        class Nothing(tulle.Force):
            pass

        tulle.Simulation(hanging, forces=[Nothing()]).step()


@pytest.fixture
def beside_a_ball():
    return {
        "cloth": [
            {
                "grid": {"size": [0.4, 0.4], "particles": [13, 13], "center": [0, 0, 0.2], "plane": "xz"},
                "areal_density": 0.2,
                "pin": [{"edge": "max-second"}],
            }
        ],
        "obstacle": [{"name": "ball", "shape": "sphere", "center": [0, -0.12, 0.15], "radius": 0.1}],
    }


def test_an_obstacle_is_moved_and_pushes(beside_a_ball):
    sim = tulle.Simulation(beside_a_ball)
    sim.move_obstacle("ball", [0, 0.1, 0], duration=0.4)
    sim.run(0.2)
    rotation, translation = sim.obstacle_pose("ball")
    np.testing.assert_allclose(translation, [0, 0.05, 0], atol=1e-12)
    np.testing.assert_array_equal(rotation, np.eye(3))
    sim.run(0.6)
    contacts = sim.contacts
    assert len(contacts.forces) and (contacts.forces > 0).any() and (contacts.obstacles == 0).all()
    from_middle = contacts.points - [0, -0.02, 0.15]
    np.testing.assert_allclose(np.linalg.norm(from_middle, axis=1), 0.105, atol=0.006)
    np.testing.assert_allclose(np.cross(from_middle, contacts.normals), 0, atol=1e-6)
    np.testing.assert_allclose(contacts.shares.sum(axis=1), 1)
    with pytest.raises(tulle.InputError, match="obstacle: expected one of ball; found bowl"):
        sim.move_obstacle("bowl")
    with pytest.raises(tulle.InputError, match="expected a rotation matrix"):
        sim.move_obstacle(0, rotation=np.zeros((3, 3)))


def test_fields_are_those_of_pictures(hanging):
    sim = tulle.Simulation(hanging)
    sim.run(0.1)
    assert sim.fields["speed"] == "m/s"
    np.testing.assert_allclose(sim.field("speed"), np.linalg.norm(sim.velocities, axis=1))
    with pytest.raises(tulle.InputError, match="field: expected one of"):
        sim.field("colour")


def test_an_old_name_is_explained(hanging):
    with pytest.raises(AttributeError, match="standing is called intact now"):
        tulle.Simulation(hanging).standing
