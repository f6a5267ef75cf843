"""Arrays of real numbers of a MAT file of level 5 (the model workspace of a package is one), by name."""
import struct
import zlib

NUMBERS = {1: "b", 2: "B", 3: "h", 4: "H", 5: "i", 6: "I", 7: "f", 9: "d", 12: "q", 13: "Q"}
MATRIX, COMPRESSED = 14, 15


def elements(data, at=0):
    """(type, bytes) in turn"""
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind >> 16:  # a small one
            yield kind & 0xFFFF, data[at + 4:at + 4 + (kind >> 16)]
            at += 8
            continue
        at += 8
        yield kind, data[at:at + size]
        at += size if kind == COMPRESSED else (size + 7) // 8 * 8


def numbers(kind, data):
    letter = NUMBERS[kind]
    return [float(x) for x in struct.unpack("<%d%s" % (len(data) // struct.calcsize(letter), letter), data)]


def arrays(data, at=128):
    """name -> list of columns"""
    found = {}
    for kind, inside in elements(data, at):
        if kind == COMPRESSED:
            found.update(arrays(zlib.decompress(inside), 0))
        if kind != MATRIX:
            continue
        parts = list(elements(inside))
        if len(parts) < 4 or parts[3][0] not in NUMBERS or parts[1][0] != 5:
            continue
        rows = int(numbers(*parts[1])[0])
        values = numbers(*parts[3])
        found[parts[2][1].decode("ascii", "replace")] = [values[k:k + rows] for k in range(0, len(values), max(1, rows))]
    return found
