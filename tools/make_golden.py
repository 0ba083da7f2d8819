#!/usr/bin/env python3
"""Writes tests/golden: blocks of every format, and the floats that they stand for.

The floats come from the official `gguf` Python package, where it knows the format; the decoders of
the other five are written here in numpy from the byte rules, apart from those of the C++ tests.

  <FORMAT>.blocks.bin  1024 weights: seeded random codes under chosen scales
  <FORMAT>.f32.bin     their values, little-endian; every NaN is 0x7fc00000
  MANIFEST.tsv         sizes, SHA-256 of both files, the decoder, and the walk

The walk covers much more in one number: 1024 blocks of wholly random bytes (splitmix64, its seed
the format's id), so that every entry of every codebook, every sub-scale and every kind of half
occurs; its checksum is the sum over the values' bits of bits[i] * (2 * i + 1), modulo 2^64.
"""

import hashlib
import sys

import official_gguf

GOLDEN_WEIGHTS = 1024
WALK_BLOCKS = 1024

# name, id, weights and bytes of a block, offsets of its f16 scales
FORMATS = (
    ("F32", 0, 1, 4, ()),
    ("F16", 1, 1, 2, ()),
    ("Q4_0", 2, 32, 18, (0,)),
    ("Q4_1", 3, 32, 20, (0, 2)),
    ("Q5_0", 6, 32, 22, (0,)),
    ("Q5_1", 7, 32, 24, (0, 2)),
    ("Q8_0", 8, 32, 34, (0,)),
    ("Q2_K", 10, 256, 84, (80, 82)),
    ("Q3_K", 11, 256, 110, (108,)),
    ("Q4_K", 12, 256, 144, (0, 2)),
    ("Q5_K", 13, 256, 176, (0, 2)),
    ("Q6_K", 14, 256, 210, (208,)),
    ("IQ2_XXS", 16, 256, 66, (0,)),
    ("IQ2_XS", 17, 256, 74, (0,)),
    ("IQ3_XXS", 18, 256, 98, (0,)),
    ("IQ1_S", 19, 256, 50, (0,)),
    ("IQ4_NL", 20, 32, 18, (0,)),
    ("IQ3_S", 21, 256, 110, (0,)),
    ("IQ2_S", 22, 256, 82, (0,)),
    ("IQ4_XS", 23, 256, 136, (0,)),
    ("IQ1_M", 29, 256, 56, ()),
    ("BF16", 30, 1, 2, ()),
    ("TQ1_0", 34, 256, 54, (52,)),
    ("TQ2_0", 35, 256, 66, (64,)),
    ("MXFP4", 39, 32, 17, ()),
    ("NVFP4", 40, 64, 36, ()),
    ("Q1_0", 41, 128, 18, (0,)),
    ("Q2_0", 42, 64, 18, (0,)),
    ("STQ1_0", 43, 256, 42, (40,)),
    ("PQ2_0", 142, 128, 34, (0,)),
    ("PTQ1_0", 143, 128, 28, (26,)),
)

# Two ordinary ones, a subnormal, the largest; the smallest subnormal, zeros, the smallest normal.
HALVES = (0x2C66, 0xB4CD, 0x0203, 0x7BFF, 0x0001, 0x0000, 0x8000, 0x0400)

STQ1_ENTRIES = bytes.fromhex(
    "a9892909a68626069a921a126a624a42012181a1042484a41018909840486068"
)


def halves(data):
    return data.copy().view("<f2").astype("f4")


def two_bit_codes(blocks):
    import numpy as np

    codes = blocks[:, 2:, None] >> np.array([0, 2, 4, 6], np.uint8) & 3
    return codes.reshape(len(blocks), -1)


def decode_q1_0(blocks):
    import numpy as np

    bits = np.unpackbits(blocks[:, 2:], axis=1, bitorder="little")
    return halves(blocks[:, :2]) * np.where(bits == 1, np.float32(1), np.float32(-1))


def decode_q2_0(blocks):
    return halves(blocks[:, :2]) * (two_bit_codes(blocks).astype("f4") - 1)


def trits(data, digits):
    """Digit n of all bytes, then digit n + 1 of all: the byte times 3^n, modulo 256, in thirds."""
    import numpy as np

    powers = np.array([3**n for n in range(digits)], np.uint8).reshape(1, digits, 1)
    shifted = data[:, None, :] * powers
    return (shifted.astype(np.uint16) * 3 >> 8).reshape(len(data), -1)


def decode_ptq1_0(blocks):
    import numpy as np

    parts = (trits(blocks[:, :16], 5), trits(blocks[:, 16:24], 5), trits(blocks[:, 24:26], 4))
    return halves(blocks[:, 26:]) * (np.concatenate(parts, axis=1).astype("f4") - 1)


def decode_stq1_0(blocks):
    import numpy as np

    nibbles = np.stack([blocks[:, :32] & 15, blocks[:, :32] >> 4], axis=2).reshape(-1, 64)
    signs = np.unpackbits(blocks[:, 32:40], axis=1, bitorder="little")
    entries = np.frombuffer(STQ1_ENTRIES, np.uint8)[signs * 16 + nibbles]
    lanes = entries[:, :, None] >> np.array([0, 2, 4, 6], np.uint8) & 3
    # Group 16a + b holds lane p at 64a + 16p + b.
    columns = lanes.reshape(-1, 4, 16, 4).transpose(0, 1, 3, 2).reshape(-1, 256)
    return halves(blocks[:, 40:]) * (columns.astype("f4") - 1)


OWN_DECODERS = {
    "Q1_0": decode_q1_0,
    "Q2_0": decode_q2_0,
    "PQ2_0": decode_q2_0,
    "PTQ1_0": decode_ptq1_0,
    "STQ1_0": decode_stq1_0,
}


def decode(name, blocks):
    """The bits of the values of an array of blocks, with one kind of NaN."""
    import gguf
    import numpy as np

    with np.errstate(all="ignore"):
        if name in OWN_DECODERS:
            values = OWN_DECODERS[name](blocks)
        else:
            values = gguf.quants.dequantize(blocks, gguf.GGMLQuantizationType[name])
    values = np.ascontiguousarray(values, "<f4").ravel()
    return np.where(np.isnan(values), np.uint32(0x7FC00000), values.view("<u4"))


def random_blocks(seed, num_blocks, block_bytes):
    """The bytes of splitmix64's numbers, lowest first, block after block."""
    import numpy as np

    size = num_blocks * block_bytes
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, size // 8 + 2, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15
        )
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        z = z ^ z >> np.uint64(31)
    return z.astype("<u8").view("u1")[:size].reshape(num_blocks, block_bytes).copy()


def set_scales(name, block, index, offsets):
    for i, offset in enumerate(offsets):
        half = HALVES[(index + i) % len(HALVES)]
        block[offset : offset + 2] = (half & 255, half >> 8)
    if name == "IQ1_M":  # nibble i of the half is the top one of the i-th u16 of scales
        for i in range(4):
            nibble = HALVES[index % len(HALVES)] >> (4 * i) & 15
            block[49 + 2 * i] = (int(block[49 + 2 * i]) & 15) | nibble << 4
    if name == "MXFP4" and index < 4:  # the two subnormal scales and the two largest
        block[0] = (0, 1, 254, 255)[index]
    if name == "NVFP4" and index < 2:  # zeros, ignored sign bits, a subnormal, the largest
        block[:4] = ((0x00, 0x7F, 0x80, 0xFF), (0x01, 0x07, 0x7E, 0x38))[index]


def make_files():
    import numpy as np

    files = {}
    manifest = [
        "format\tid\tweights_per_block\tbytes_per_block\tblocks_sha256\tf32_sha256\twalk\tdecoder"
    ]
    for name, type_id, weights, size, offsets in FORMATS:
        blocks = random_blocks(1000 + type_id, GOLDEN_WEIGHTS // weights, size)
        for index, block in enumerate(blocks):
            set_scales(name, block, index, offsets)
        walk = decode(name, random_blocks(type_id, WALK_BLOCKS, size)).astype(np.uint64)
        checksum = int(np.sum(walk * (2 * np.arange(walk.size, dtype=np.uint64) + np.uint64(1))))
        block_bytes, value_bytes = blocks.tobytes(), decode(name, blocks).tobytes()
        files[f"tests/golden/{name}.blocks.bin"] = block_bytes
        files[f"tests/golden/{name}.f32.bin"] = value_bytes
        hashes = [hashlib.sha256(data).hexdigest() for data in (block_bytes, value_bytes)]
        decoder = "numpy" if name in OWN_DECODERS else f"gguf {official_gguf.version()}"
        row = (name, type_id, weights, size, *hashes, f"{checksum:016x}", decoder)
        manifest.append("\t".join(map(str, row)))
    files["tests/golden/MANIFEST.tsv"] = ("\n".join(manifest) + "\n").encode()
    return files


if __name__ == "__main__":
    sys.exit(official_gguf.generate(__doc__.splitlines()[0], make_files))
