import numpy as np
import pytest

import tulle


def test_positions_and_velocities_are_set(hanging):
    del hanging["cloth"][0]["pin"]
    sim = tulle.Simulation(hanging)
    sim.positions = sim.positions + [0, 0, 1]
    sim.velocities = np.full((64, 3), 0.5)
    np.testing.assert_allclose(sim.positions[:, 2], 2)
    assert (sim.velocities == 0.5).all()
    for wrong in (np.zeros((3, 3)), np.zeros(64), np.zeros((0, 3)), 0):
        with pytest.raises(ValueError, match=r"positions: expected an array of shape \(64, 3\); found \("):
            sim.positions = wrong
    for wrong in (np.zeros(64), np.zeros((0, 3))):
        with pytest.raises(ValueError, match=r"velocities: expected an array of shape \(64, 3\); found \("):
            sim.velocities = wrong
        with pytest.raises(ValueError, match="external_forces: expected an array"):
            sim.external_forces = wrong
    with pytest.raises(tulle.InputError, match="finite"):
        sim.positions = np.full((64, 3), np.nan)


def test_pins_lead_along_a_path(sim):
    corner = sim.pinned[0]
    start = sim.positions[corner].copy()
    for k in range(1, 21):
        target = start + [0, 0.002 * k, 0.001 * k]
        sim.pin(corner, target)
        sim.step()
        np.testing.assert_allclose(sim.positions[corner], target, atol=1e-14)
    np.testing.assert_allclose(sim.velocities[corner], [0, 0.2, 0.1], atol=1e-9)
    sim.unpin(sim.pinned)
    assert len(sim.pinned) == 0
    sim.run(0.2)
    assert sim.positions[corner, 2] < start[2]


def test_pins_take_masks_and_refuse_nonsense(sim):
    sim.pin(sim.positions[:, 0] > 0.49)
    assert len(sim.pinned) == 9
    with pytest.raises(IndexError, match="particles: expected 0 to 63; found 64"):
        sim.pin([64])
    with pytest.raises(IndexError, match="found 1099511627781"):
        sim.pin([2**40 + 5])
    with pytest.raises(ValueError, match="a mask of 64 booleans"):
        sim.pin(np.array([False, True]))
    with pytest.raises(TypeError, match="expected integers"):
        sim.pin([0.5])
    with pytest.raises(ValueError, match="targets: expected an array of shape"):
        sim.pin([1, 2], np.zeros((0, 3)))
    sim.unpin(slice(None))
    assert not len(sim.pinned)
    sim.pin(slice(0, 8))
    assert list(sim.pinned) == list(range(8))
    with pytest.raises(tulle.InputError, match="is pinned, and moved by pin"):
        sim.positions = sim.positions + 1


def test_forces_wind_and_rest_lengths(hanging):
    hanging["air"] = {}
    sim = tulle.Simulation(hanging)
    assert not sim.external_forces.any() and sim.external_forces.shape == (64, 3)
    sim.external_forces = np.tile([0, 0.05, 0], (64, 1))
    sim.wind = [0, 3, 0]
    np.testing.assert_array_equal(sim.wind, [0, 3, 0])
    assert sim.springs.shape == (len(sim.rest_lengths), 2)
    sim.rest_lengths = 0.9 * sim.rest_lengths
    alone = tulle.Simulation(hanging)
    sim.run(0.4), alone.run(0.4)
    assert sim.positions[:, 1].mean() > alone.positions[:, 1].mean() + 0.05, "blown along y"
    sim.external_forces = None
    with pytest.raises(tulle.InputError, match="expected numbers > 0 m; that of spring 0"):
        sim.rest_lengths = 0 * sim.rest_lengths
    del hanging["air"]
    with pytest.raises(tulle.InputError, match="the scene has no air"):
        tulle.Simulation(hanging).wind = [1, 0, 0]


def test_control_is_part_of_the_state(hanging):
    one, other = tulle.Simulation(hanging), tulle.Simulation(hanging)
    one.external_forces = np.full((64, 3), 0.01)
    one.pin([10, 11])
    one.unpin([0])
    one.run(0.1)
    other.restore(one.save())
    one.run(0.1), other.run(0.1)
    assert one.save() == other.save()
    assert list(other.pinned) == [7, 10, 11]


def test_self_contact_keeps_what_is_set_apart(hanging):
    hanging["self_contact"] = {}
    sim = tulle.Simulation(hanging)
    crossed = sim.positions.copy()
    crossed[[19, 43]] = crossed[[43, 19]]
    with pytest.raises(tulle.InputError, match="cloth would pass through cloth"):
        sim.positions = crossed


def test_pinned_particles_keep_the_velocity_of_their_pin(sim):
    sim.velocities = (0.1, 0, 0)
    free = np.setdiff1d(np.arange(64), sim.pinned)
    np.testing.assert_array_equal(sim.velocities[free], np.tile([0.1, 0, 0], (62, 1)))
    assert not sim.velocities[sim.pinned].any()
    sim.velocities = 0
    assert not sim.velocities.any()


@pytest.mark.parametrize("name", ["positions", "velocities", "external_forces", "rest_lengths", "wind"])
@pytest.mark.parametrize("values", ["hello", 1j, np.datetime64("2026-01-01"), object(), [True, False, True]])
def test_what_is_no_number_is_refused_by_name(sim, name, values):
    with pytest.raises(TypeError, match=f"{name}: expected real numbers; found"):
        setattr(sim, name, values)


def test_wind_is_three_numbers(hanging):
    hanging["air"] = {}
    sim = tulle.Simulation(hanging)
    for wrong in ((0, 5), 3, np.zeros((2, 3))):
        with pytest.raises(ValueError, match="wind: expected three numbers; found"):
            sim.wind = wrong


def test_rigid_bodies_are_not_pinned(hanging):
    hanging["body"] = [{"mass": 0.1, "rigid": {"shape": "box", "size": [0.1, 0.1, 0.1], "center": [0, 0, 0.3]}}]
    sim = tulle.Simulation(hanging)
    assert list(sim.pinned) == [0, 7]
    sim.unpin(sim.pinned)
    sim.step()
    with pytest.raises(tulle.InputError, match="belongs to a rigid body"):
        sim.pin([70])


def test_misspelt_names_are_errors(sim):
    with pytest.raises(AttributeError):
        sim.external_force = (0, 0, 1)


def test_a_changed_scene_goes_on_from_the_present_state(hanging):
    sim = tulle.Simulation(hanging)
    sim.run(0.2)
    before = sim.positions
    kept = before.copy()
    time, lowest = sim.time, before[:, 2].min()
    hanging["cloth"][0]["areal_density"] = 2 * hanging["cloth"][0].get("areal_density", 0.2)
    mass = sim.masses.sum()
    sim.change_scene(hanging)
    assert sim.time == time
    np.testing.assert_allclose(sim.masses.sum(), 2 * mass)
    np.testing.assert_array_equal(sim.positions, kept)
    twin = sim.copy()
    sim.run(0.2)
    twin.run(0.2)
    np.testing.assert_array_equal(sim.positions, twin.positions)
    assert sim.positions[:, 2].min() != lowest
    np.testing.assert_array_equal(before, kept)  # a view from before the change
    sim.reset()
    np.testing.assert_array_equal(sim.positions, tulle.Simulation(hanging).positions)
    hanging["integrator"] = {**hanging.get("integrator", {}), "method": "rk4"}
    with pytest.raises(tulle.InputError, match="integrator.method: a changed scene must keep the method"):
        sim.change_scene(hanging)
