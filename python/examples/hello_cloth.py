"""Hello cloth: a square of 1 m falls and hangs from two of its corners. Writes hello_cloth.png."""
import matplotlib.image
import tulle

cloth = {"grid": {"size": [1, 1], "particles": [30, 30]}, "areal_density": 0.2}  # m, kg/m^2
cloth["pin"] = [{"corner": "min-min"}, {"corner": "max-max"}]
sim = tulle.Simulation({"cloth": [cloth]})
sim.run(1)  # s
print(f"{sim}: lowest {sim.positions[:, 2].min():.3f} m, stretched by {sim.measure().mean_stretch:.2%} on average")
matplotlib.image.imsave("hello_cloth.png", sim.render(400, 300, texture="checked", samples=8))
