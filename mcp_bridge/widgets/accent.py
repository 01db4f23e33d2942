"""A board's accent, made readable: WCAG 2.2 contrast (1.4.3) of 4.5 to 1 on our own surfaces, and text to stand on it."""

import re
from dataclasses import dataclass

from catalog.colours import contrast

ENOUGH = 4.5
STEPS = 40
BLACK, WHITE = "#000000", "#ffffff"
INK_ON_LIGHT, INK_ON_DARK = "#101214", "#ffffff"
SURFACES = {"light": WHITE, "dark": "#1e1f21"}
OURS = {"light": "#0b5cad", "dark": "#7db8f7"}

_HEX = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Accent:
    """A colour to write and fill with, and the colour of text on it; six hex digits each."""

    colour: str
    text_on_it: str


def readable_accent(colour: str, theme: str) -> Accent:
    """The colour itself where it reads well on the theme's surface, else the nearest darker or lighter one that does.

    What is no colour of six hex digits gives way to ours: a slip in a board's row must not take its tools away.
    """
    colour = colour if _HEX.fullmatch(colour) else OURS[theme]
    surface = SURFACES[theme]
    goal = BLACK if theme == "light" else WHITE
    shades = (mixed(colour, goal, step / STEPS) for step in range(STEPS + 1))
    found = next(shade for shade in shades if contrast(shade, surface) >= ENOUGH)
    return Accent(found, max((INK_ON_DARK, INK_ON_LIGHT), key=lambda ink: contrast(ink, found)))


def mixed(colour: str, goal: str, share: float) -> str:
    """`share` of the way from a colour to another, in sRGB."""
    pairs = zip(_channels(colour), _channels(goal), strict=True)
    return "#" + "".join(f"{round(start + (end - start) * share):02x}" for start, end in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
