"""Tables of pyiso8583, a codec that was written apart from ours, for tests.

They come from pyiso8583's own specifications (1987) and from jPOS's public packager of its Common Message Format; nothing
here is taken from our specifications.
"""

import copy

from iso8583.specs import default, default_ascii


def field(data, length, length_type, maximum, count="bytes", **more):
    return dict(data_enc=data, len_enc=length, len_type=length_type, max_len=maximum, len_count=count, desc="", **more)


def spec87(is_binary):
    """Lengths as moov-io/iso8583's spec87 and jPOS's iso87ascii packagers have them."""
    table = copy.deepcopy(default if is_binary else default_ascii)
    for number in range(104, 128):
        table[str(number)]["max_len"] = 999
    table["54"]["max_len"] = 120
    if not is_binary:
        table["55"]["max_len"] = 510
    return table


# Kind and length of each field of jPOS's packager cmf.xml.
CMF = """
2 LLNUM 19; 3 CHAR 6; 4-6 NUM 16; 7 NUM 10; 8 NUM 12; 9-10 NUM 8; 11 NUM 12; 12 NUM 14; 13 NUM 6; 14 NUM 4; 15 NUM 8;
16-17 NUM 4; 18 LLLCHAR 140; 19-20 NUM 3; 21 BIN 19; 22 BIN 16; 23-24 NUM 3; 25-26 NUM 4; 27 BIN 27; 28 NUM 8; 29 NUM 3;
30 BIN 16; 31 NUM 23; 32-33 LLNUM 11; 34 LLLLBIN 9999; 35 LLCHAR 37; 36 LLLCHAR 104; 37 CHAR 12; 38 CHAR 6; 39 NUM 4;
40 NUM 3; 41 CHAR 16; 42 LLCHAR 35; 43-44 LLLLBIN 9999; 45 LLCHAR 76; 46 LLLCHAR 216; 47-48 LLLCHAR 999;
49-51 LLLLBIN 9999; 52 BIN 8; 53 LLBIN 48; 54 LLLCHAR 126; 55 LLLLBIN 9999; 56 LLNUM 41; 57 NUM 3; 58 LLNUM 11;
59-63 LLLCHAR 999; 64 BIN 4; 66 LLLCHAR 216; 67 NUM 2; 68 CHAR 9; 69 CHAR 40; 70 NUM 18; 71 LLLLBIN 9999;
72 LLLBIN 999; 73 NUM 8; 74 BIN 78; 75 NUM 90; 76-92 LLLLBIN 9999; 93-94 LLNUM 11; 95 LLCHAR 99; 96 LLLBIN 999;
98 CHAR 25; 99 LLCHAR 11; 100 LLNUM 11; 101 LLCHAR 99; 102-103 LLCHAR 28; 104-108 LLLLBIN 9999; 109-110 LLLCHAR 144;
111-122 LLLLBIN 9999; 123 LLLCHAR 999; 124-127 LLLLBIN 9999; 128 BIN 4
"""


def cmf():
    table = copy.deepcopy(default)
    table["t"] = field("b", "ascii", 0, 2)
    for row in CMF.replace("\n", " ").split(";"):
        numbers, kind, length = row.split()
        first, _, last = numbers.partition("-")
        prefix = len(kind) - len(kind.lstrip("L"))
        size = {0: 0, 2: 1, 3: 2, 4: 2}[prefix]
        for number in range(int(first), int(last or first) + 1):
            if kind.endswith("NUM"):
                made = field("b", "bcd", size, int(length), "nibbles", right_pad="0")
            else:
                made = field("b" if kind.endswith("BIN") else "ascii", "bcd", size, int(length))
            table[str(number)] = made
    return table


def mixed():
    """The counterpart of the tests' specification of the same name."""
    table = copy.deepcopy(default)
    for number in range(2, 129):
        table.pop(str(number), None)
    table["t"] = field("cp037", "ascii", 0, 4)
    table["p"] = field("cp037", "ascii", 0, 16)
    table["1"] = field("cp037", "ascii", 0, 16)
    table.update({
        "2": field("b", "b", 1, 19, "nibbles", left_pad="0"),
        "3": field("cp037", "ascii", 0, 6),
        "4": field("b", "ascii", 0, 12, "nibbles"),
        "5": field("b", "ascii", 0, 3, "nibbles", left_pad="0"),
        "6": field("b", "ascii", 0, 3, "nibbles", right_pad="F"),
        "32": field("cp037", "cp037", 2, 11),
        "37": field("cp037", "ascii", 0, 12),
        "43": field("cp500", "bcd", 1, 40),
        "44": field("cp037", "b", 1, 200),
        "48": field("cp037", "b", 2, 999),
        "52": field("ascii", "ascii", 0, 16),
        "54": field("ascii", "ascii", 1, 9),
        "55": field("b", "b", 2, 999),
        "63": field("ascii", "bcd", 2, 999),
        "97": field("ascii", "ascii", 0, 17),
        "120": field("ascii", "ascii", 4, 2000),
    })
    return table


SPECIFICATIONS = {
    "spec87-ascii": lambda: spec87(False), "spec87-binary-bitmap": lambda: spec87(True), "cmf": cmf, "mixed": mixed,
}
# The fields that hold bytes in all of our specifications; pyiso8583 has bytes as hexadecimal text.
BYTES = {
    "spec87-ascii": {52, 55, 64, 96, 128}, "spec87-binary-bitmap": {52, 55, 64, 96, 128}, "mixed": {52, 55},
    "cmf": {int(number) for number, made in cmf().items()
            if number.isdigit() and made["data_enc"] == "b" and made.get("len_count", "bytes") == "bytes" and int(number) > 1},
}
