const COMPONENTS = [1, 2, 3]
const COEFFICIENTS = 63
/** Bits of a coefficient that come a scan each. */
const BITS = 14
/** The longest run of blocks that one symbol ends (ISO/IEC 10918-1, G.1.2.2). */
const RUN_BITS = 14

/**
 * A legal progressive JPEG of one colour, `edge` pixels wide and high: each bit of each coefficient comes in a scan of its
 * own, up to 2,646 of them. A decoder goes through every block once a scan, although a scan has some 60 bytes.
 */
export function manyScanJpeg(edge: number, scans: number): Buffer {
  const blocks = Math.ceil(edge / 8) ** 2
  const size = [edge >> 8, edge & 255]
  const all = COMPONENTS.flatMap((component) =>
    Array.from({ length: COEFFICIENTS * BITS }, (_value, index) => ({
      component,
      coefficient: 1 + Math.floor(index / BITS),
      bit: BITS - 1 - (index % BITS),
    })),
  )
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, ...size, ...size, 3, ...COMPONENTS.flatMap((id) => [id, 0x11, 0])]),
    // One code of one bit in each table: `0` is no difference (DC), or the end of the longest run of blocks (AC).
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), RUN_BITS << 4]),
    segment(0xda, [3, ...COMPONENTS.flatMap((id) => [id, 0]), 0, 0, 0]),
    Buffer.alloc(Math.ceil((3 * blocks) / 8)),
    ...all.slice(0, scans).flatMap(({ component, coefficient, bit }) => {
      const before = bit === BITS - 1 ? 0 : bit + 1
      return [segment(0xda, [1, component, 0, coefficient, coefficient, (before << 4) | bit]), emptyBlocks(blocks)]
    }),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, bytes: number[]): Buffer {
  const length = bytes.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes])
}

/** Runs of blocks without a coefficient: a symbol of one bit, then 14 bits of length. */
function emptyBlocks(blocks: number): Buffer {
  const longest = 2 ** RUN_BITS
  const symbols = Math.ceil(blocks / (2 * longest - 1))
  // A last run that is longer than the picture ends with it.
  const bits = `0${'1'.repeat(RUN_BITS)}`.repeat(symbols).padEnd(Math.ceil((symbols * 15) / 8) * 8, '1')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)])))
}
