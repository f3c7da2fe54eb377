/** The place that must not be left in any byte of a cleaned file. */
export const PLACE = '+48.8577+002.2950/'

/** A box with its content. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}

/** The parts of an MP4: `head` stands before `moov`, `inMoov` and `tail` at the ends of `moov` and of the file. */
export type Mp4Parts = {
  brand?: string
  head?: Buffer[]
  inMoov?: Buffer[]
  tail?: Buffer[]
  turned?: boolean
  size?: readonly [width: number, height: number]
}

/**
 * An MP4 of one picture track, of 640 × 360 unless told, and, in `mdat` between its samples, a track of places as phones and action
 * cameras write it. Nothing decodes it; its structure is that of a real one.
 */
export function makeMp4(parts: Mp4Parts = {}): Buffer {
  const { brand = 'isom', head = [], inMoov = [], tail = [], turned = false, size = [640, 360] } = parts
  const samples = [Buffer.alloc(50, 'v'), Buffer.from(PLACE), Buffer.alloc(30, 'w'), Buffer.from(PLACE)]
  const start = (moov: Buffer): number => opening(brand, head).length + moov.length + 8
  const build = (at: number): Buffer =>
    box(
      'moov',
      box('mvhd', words(0, DATE, DATE, 1000, 2000), Buffer.alloc(80)),
      track('vide', { offsets: [at, at + 68], sizes: [50, 30], turned, size }),
      track('meta', { offsets: [at + 50, at + 98], sizes: [18, 18], turned: false, size }),
      ...inMoov,
    )
  const moov = build(start(build(0)))
  return Buffer.concat([opening(brand, head), moov, box('mdat', ...samples), ...tail])
}

export const DATE = 0xe1e2e3e4

/** The QuickTime atom in which phones write where a video was taken. */
export function userDataPlace(): Buffer {
  return box('udta', box('\u00a9xyz', Buffer.from([0, PLACE.length, 0x15, 0xc7]), Buffer.from(PLACE)))
}

/** The metadata keys that iPhones write. */
export function metaPlace(): Buffer {
  const key = Buffer.from('com.apple.quicktime.location.ISO6709')
  const value = box('data', words(1, 0), Buffer.from(PLACE))
  return box('meta', box('keys', words(0, 1), box('mdta', key)), box('ilst', box('\0\0\0\u0001', value)))
}

function opening(brand: string, head: Buffer[]): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from(brand), words(0x200), Buffer.from(`${brand}mp41`)), ...head])
}

type Table = { offsets: number[]; sizes: number[]; turned: boolean; size: readonly [number, number] }

function track(kind: string, { offsets, sizes, turned, size }: Table): Buffer {
  const matrix = turned
    ? [0, 65_536, 0, -65_536, 0, 0, 0, 0, 0x40000000]
    : [65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40000000]
  const header = words(1, DATE, DATE, 1, 0, 2000, 0, 0, 0, 0, ...matrix, size[0] * 65_536, size[1] * 65_536)
  const stbl = box(
    'stbl',
    box('stsd', words(0, 1), box(kind === 'vide' ? 'avc1' : 'mebx', Buffer.alloc(70))),
    box('stts', words(0, 1, sizes.length, 500)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, 0, sizes.length, ...sizes)),
    box('stco', words(0, offsets.length, ...offsets)),
  )
  const media = box(
    'mdia',
    box('mdhd', words(0, DATE, DATE, 1000, 2000, 0)),
    box('hdlr', words(0, 0), Buffer.from(kind), Buffer.alloc(13)),
    box('minf', stbl),
  )
  return box('trak', box('tkhd', header), media, userDataPlace())
}
