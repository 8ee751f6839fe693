"""
Makes the web app's fonts from the packages of Fontsource, and the style sheets that name them:

    npm pack @fontsource-variable/inter@5.3.0 @fontsource-variable/source-serif-4@5.3.1 \
        @fontsource-variable/atkinson-hyperlegible-next@5.3.0   # and unpack each into <folder>/<name>
    pip install fonttools==4.66.1 brotli
    python3 publish/subset-fonts.py <folder>

The results are kept in the repository, so that nobody who builds Precis needs Python. Only weights 400 to 700 are used, and
of the features only those below: that halves the files. The first load has the letters of English and the usual marks alone.
"""

import io
import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.misc.timeTools import timestampSinceEpoch
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

packages = Path(sys.argv[1])
theme = Path(__file__).parent.parent / "src" / "web" / "theme"
features = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]

# The characters that English and the app's own words need.
first = "U+0020-007E,U+00A0,U+00AB,U+00B0,U+00B7,U+00BB,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+203A,U+20AC,U+2212"

# The licence of Source Serif reserves its name for unchanged versions, so these have names of their own.
faces = [
    ("sans", "Precis Sans", "inter", "normal", ["first", "latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"]),
    ("sans", "Precis Sans", "inter", "italic", ["latin", "latin-ext"]),
    ("serif", "Precis Serif", "source-serif-4", "normal", ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"]),
    ("serif", "Precis Serif", "source-serif-4", "italic", ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"]),
    ("easy", "Precis Easy", "atkinson-hyperlegible-next", "normal", ["latin", "latin-ext"]),
    ("easy", "Precis Easy", "atkinson-hyperlegible-next", "italic", ["latin", "latin-ext"]),
]


def parse(ranges):
    points = set()
    for part in ranges.replace("U+", "").split(","):
        low, _, high = part.partition("-")
        points.update(range(int(low, 16), int(high or low, 16) + 1))
    return points


def write(points):
    runs = []
    for point in sorted(points):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ", ".join(f"U+{low:X}" if low == high else f"U+{low:X}-{high:X}" for low, high in runs)


def make(source, family, points, target):
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": (400, 400, 700)})
    # The subsetter reads only what it finds in a file.
    plain = io.BytesIO()
    font.flavor = None
    font.save(plain)
    font = TTFont(plain)
    options = subset.Options(layout_features=features, hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 6, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = family
        elif record.nameID == 6:
            record.string = family.replace(" ", "")
    # With a fixed time, the same input makes the same bytes.
    font["head"].created = font["head"].modified = timestampSinceEpoch(0)
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(target)


sheets = {"interface": [], "reading": []}
for file, family, package, style, parts in faces:
    folder = packages / package
    ranges = {name: parse(text) for name, text in json.loads((folder / "unicode.json").read_text()).items()}
    taken = set()
    for part in parts:
        source = folder / "files" / f"{package}-{'latin' if part == 'first' else part}-wght-{style}.woff2"
        # A character is loaded from one file only.
        points = (parse(first) if part == "first" else ranges[part]) - taken
        # Combining accents belong to the letters before them, which may be in any file.
        taken |= {point for point in points if not 0x300 <= point <= 0x36F}
        name = f"{file}-{part}{'-italic' if style == 'italic' else ''}.woff2"
        make(source, family, points, theme / "fonts" / name)
        sheet = "interface" if file == "sans" and style == "normal" else "reading"
        sheets[sheet].append(
            f'@font-face {{\n  font-family: "{family}";\n  font-style: {style};\n  font-weight: 400 700;\n'
            f'  font-display: swap;\n  src: url("./fonts/{name}") format("woff2");\n'
            f"  unicode-range:\n    {write(points)};\n}}\n"
        )
for sheet, rules in sheets.items():
    (theme / f"{sheet}-fonts.css").write_text("/* Written by publish/subset-fonts.py. */\n" + "\n".join(rules))
