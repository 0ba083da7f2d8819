#!/usr/bin/env python3
"""Writes the codebooks of the IQ formats as C++, from the official `gguf` Python package.

Two forms that share nothing, so that damage to one is seen by comparing it with the other:
ops/codebooks.h has integers, as kernels look them up; tests/oracle/grids.h has strings of digits,
as the scalar decoders of the tests read them.
"""

import sys

import official_gguf

# Weights of one entry lie in an integer, the first one lowest.
INTEGERS = (  # format, C++ type, bits of a weight, added to each so that none is negative
    ("IQ2_XXS", "uint64_t", 8, 0),
    ("IQ2_XS", "uint64_t", 8, 0),
    ("IQ2_S", "uint64_t", 8, 0),
    ("IQ3_XXS", "uint32_t", 8, 0),
    ("IQ3_S", "uint32_t", 8, 0),
    ("IQ1_S", "uint16_t", 2, 1),
)

KERNEL_HEADER = """\
// Codebooks of the IQ formats: an entry is the magnitudes of eight or four neighbouring weights,
// one a byte, the first weight lowest. IQ1_S, which IQ1_M shares, has -1, 0, 1 as two bits plus 1.
// Written by tools/make_codebooks.py with gguf {version}.
#ifndef PACKDOT_OPS_CODEBOOKS_H_
#define PACKDOT_OPS_CODEBOOKS_H_

#include <cstdint>

// clang-format off
namespace packdot {{

{tables}

}}  // namespace packdot
// clang-format on

#endif  // PACKDOT_OPS_CODEBOOKS_H_
"""

ORACLE_HEADER = """\
// Codebooks of the IQ formats for the oracle: entry after entry, each weight is the digit of its
// level in the list above the table.
// Written by tools/make_codebooks.py with gguf {version}.
#ifndef PACKDOT_TESTS_ORACLE_GRIDS_H_
#define PACKDOT_TESTS_ORACLE_GRIDS_H_

// clang-format off
namespace packdot::oracle {{

{tables}

}}  // namespace packdot::oracle
// clang-format on

#endif  // PACKDOT_TESTS_ORACLE_GRIDS_H_
"""


def grid_of(name):
    """The codebook's entries as lists of integers, and the levels these take, ascending."""
    import gguf.quants

    quant = getattr(gguf.quants, name)
    quant.init_grid()
    entries = [[int(value) for value in entry] for entry in quant.grid.reshape(quant.grid_shape)]
    return entries, sorted(int(level) for level in quant.grid_map)


def in_lines(items, per_line, separator):
    return [separator.join(items[i : i + per_line]) for i in range(0, len(items), per_line)]


def integer_table(name, c_type, bits, bias):
    entries, _ = grid_of(name)
    digits = len(entries[0]) * bits // 4
    values = [sum((w + bias) << (bits * j) for j, w in enumerate(entry)) for entry in entries]
    items = [f"0x{value:0{digits}x}," for value in values]
    lines = in_lines(items, 4 if digits == 16 else 8, " ")
    head = f"alignas(64) inline constexpr {c_type} kGrid{name}[{len(values)}] = {{"
    return "\n".join([head, *("    " + line for line in lines), "};"])


def digit_table(name):
    entries, levels = grid_of(name)
    items = ["".join(str(levels.index(w)) for w in entry) for entry in entries]
    lines = in_lines(items, 64 // len(items[0]), "")
    head = f"// Levels: {', '.join(map(str, levels))}.\ninline constexpr char k{name}[] ="
    return "\n".join([head, *(f'    "{line}"' for line in lines)]) + ";"


def make_files():
    integers = "\n\n".join(integer_table(*row) for row in INTEGERS)
    digits = "\n\n".join(digit_table(row[0]) for row in INTEGERS)
    version = official_gguf.version()
    return {
        "ops/codebooks.h": KERNEL_HEADER.format(version=version, tables=integers).encode(),
        "tests/oracle/grids.h": ORACLE_HEADER.format(version=version, tables=digits).encode(),
    }


if __name__ == "__main__":
    sys.exit(official_gguf.generate(__doc__.splitlines()[0], make_files))
