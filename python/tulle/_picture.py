"""Options of pictures, checked in one place for all that make pictures."""

from __future__ import annotations

from typing import Any

from ._arguments import number, real_array, whole


def picture_options(width: int, height: int, options: dict[str, Any]) -> dict[str, Any]:
    """What pictures can be asked for, besides their size in pixels (16 to 16384):

    samples : 64, light paths per pixel; more is finer and slower (400 x 300 take 8 s of one core, with 8 samples 1.4 s)
    texture : "woven", "checked" or "plain"
    colour : name of a field such as "stretch", "speed" or "height"; a wrong one lists them all
    range : (from, to), numbers at the ends of the colour bar
    edges : whether the edges of the mesh are drawn
    view : (azimuth, elevation) in degrees: azimuth 0 looks along +Y, 90 along -X; otherwise what suits the cloth
    zoom : 1; 2 shows half of it
    aperture : F-number of the lens; 0: everything is sharp
    """
    known: dict[str, Any] = {
        "samples": 64,
        "texture": "woven",
        "colour": None,
        "range": None,
        "edges": False,
        "view": None,
        "zoom": 1.0,
        "aperture": 0.0,
    }
    for name in options:
        if name not in known:
            raise TypeError(f"{name}: no such option of a picture; there are {', '.join(known)}")
    known.update(options)
    size = {name: whole(side, name, 16, 16384, "pixels") for name, side in (("width", width), ("height", height))}
    known["samples"] = whole(known["samples"], "samples", 1, 65536)
    if known["texture"] not in ("woven", "checked", "plain"):
        raise ValueError(f'texture: expected "woven", "checked" or "plain"; found {known["texture"]!r}')
    if known["colour"] is not None and not isinstance(known["colour"], str):
        raise TypeError(f"colour: expected the name of a field; found {known['colour']!r}")
    for name in ("range", "view"):
        if known[name] is not None:
            pair = real_array(known[name], name)
            if pair.shape != (2,):
                raise ValueError(f"{name}: expected two numbers; found {known[name]!r}")
            known[name] = (float(pair[0]), float(pair[1]))
    if known["range"] is not None and not known["range"][0] < known["range"][1]:
        raise ValueError(f"range: expected (from, to) with from < to; found {known['range']}")
    if known["view"] is not None and not (abs(known["view"][0]) <= 360 and abs(known["view"][1]) <= 90):
        raise ValueError(f"view: expected degrees, -360 to 360 and -90 to 90; found {known['view']}")
    known["edges"] = bool(known["edges"])
    known["zoom"] = number(known["zoom"], "zoom", least=0.1, most=100)
    known["aperture"] = number(known["aperture"], "aperture")
    if known["aperture"] != 0 and not 0.1 <= known["aperture"] <= 1000:
        raise ValueError(f"aperture: expected 0 (all is sharp) or 0.1 to 1000; found {known['aperture']}")
    return {**size, **known}
