import { crc32, deflateSync } from 'node:zlib'
import { manyScanJpeg } from './many-scan-jpeg.ts'
import { box, words } from './mp4-fixture.ts'
import { lyingMp4 } from './mp4-tables-fixture.ts'
import { element, makeWebm } from './webm-fixture.ts'

const HUGE = 0xfffffff0

/** Small files that tell of far more than they hold, by the form that each has. */
export function craftedFiles(sound: Record<'mp3' | 'flac' | 'ogg' | 'wav', Buffer>): Record<string, Buffer> {
  return { ...lyingMp4(), ...nestedMp4(), ...webms(), ...sounds(sound), ...pictures() }
}

function nestedMp4(): Record<string, Buffer> {
  const opening = box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isommp41'))
  let nested = box('trak')
  for (let depth = 0; depth < 5_000; depth += 1) nested = box(depth % 2 ? 'moov' : 'trak', nested)
  return {
    'an MP4 of five thousand nested indexes': Buffer.concat([opening, box('moov', nested)]),
    'an MP4 of media data of exabytes': Buffer.concat([opening, words(1), Buffer.from('mdat'), words(HUGE, 0)]),
    'an MP4 whose compressed index tells of gigabytes': Buffer.concat([
      opening,
      box(
        'moov',
        box('cmov', box('dcom', Buffer.from('zlib')), box('cmvd', words(HUGE), deflateSync(Buffer.alloc(1e6)))),
      ),
    ]),
  }
}

function webms(): Record<string, Buffer> {
  const whole = makeWebm('place')
  const [width, height] = [Buffer.from([0x3f, 0xff]), Buffer.from([0x0b, 0xff])]
  const packed = element(0x6d80, element(0x6240, [element(0x5034, [element(0x4254, Buffer.from([0]))])]))
  const track = (more: Buffer[]) =>
    element(0x1654ae6b, element(0xae, [element(0xd7, Buffer.from([1])), element(0x83, Buffer.from([1])), ...more]))
  const codec = element(0x86, Buffer.from('V_VP8'))
  const picture = element(0xe0, [element(0xb0, width), element(0xba, height)])
  const zeros = deflateSync(Buffer.alloc(8_000_000))
  const block = element(0xa3, Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), zeros]))
  const file = (tracks: Buffer, ...blocks: Buffer[]) =>
    Buffer.concat([
      element(0x1a45dfa3, [element(0x4282, Buffer.from('webm'))]),
      element(0x18538067, [
        element(0x1549a966, [element(0x2ad7b1, Buffer.from([15, 66, 64]))]),
        tracks,
        element(0x1f43b675, [element(0xe7, Buffer.from([0])), ...blocks]),
      ]),
    ])
  const laced = element(0xa3, Buffer.concat([Buffer.from([0x81, 0, 0, 0x06, 0xff]), Buffer.alloc(20, 0xff)]))
  return {
    'a WebM of pictures of 49 megapixels': file(track([codec, picture]), block, block),
    'a WebM whose blocks unpack to a thousand times the file': file(
      track([codec, picture, packed]),
      ...Array.from({ length: 40 }, () => block),
    ),
    'a WebM whose lace tells of more frames than bytes': file(
      track([codec, picture]),
      ...Array.from({ length: 200 }, () => laced),
    ),
    'a WebM of a hundred thousand elements': Buffer.concat([whole, Buffer.alloc(200_000, Buffer.from([0xec, 0x80]))]),
  }
}

function sounds({ mp3, flac, ogg, wav }: Record<'mp3' | 'flac' | 'ogg' | 'wav', Buffer>): Record<string, Buffer> {
  const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes)
    change(copy)
    return copy
  }
  const xing = mp3.indexOf('Info') === -1 ? mp3.indexOf('Xing') : mp3.indexOf('Info')
  return {
    'an MP3 of four thousand million frames': changed(mp3, (copy) => copy.writeUInt32BE(HUGE, xing + 8)),
    'an MP3 with tags of 256 megabytes': Buffer.concat([Buffer.from('ID3\u0004\0\0\x7f\x7f\x7f\x7f', 'latin1'), mp3]),
    'a FLAC of 27 hours in a second': changed(flac, (copy) => copy.writeUInt32BE(2 ** 32 - 1, 22)),
    'a FLAC with a picture of sixteen megabytes': Buffer.concat([
      ...[flac.subarray(0, 42), Buffer.from([0x06, 0xff, 0xff, 0xff]), Buffer.alloc(40, 0xff), flac.subarray(42)],
    ]),
    'an OGG whose comments tell of gigabytes': changed(ogg, (copy) => copy.writeUInt32LE(HUGE, commentsOf(copy))),
    'an OGG that ends in ten thousand years': changed(ogg, (copy) => {
      copy.writeBigUInt64LE(2n ** 62n, copy.lastIndexOf('OggS') + 6)
    }),
    'a WAV of four gigabytes': changed(wav, (copy) => copy.writeUInt32LE(HUGE, copy.indexOf('data') + 4)),
    'a WAV of sixty thousand channels': changed(wav, (copy) => copy.writeUInt16LE(60_000, 22)),
    'a WAV of one sample a second': changed(wav, (copy) => copy.writeUInt32LE(1, 24)),
  }
}

/** The length of the name of the encoder, behind the second packet's head. */
function commentsOf(ogg: Buffer): number {
  const vorbis = ogg.indexOf('\u0003vorbis')
  return vorbis === -1 ? ogg.indexOf('OpusTags') + 8 : vorbis + 7
}

function pictures(): Record<string, Buffer> {
  return {
    'a PNG of 2,147 million pixels an edge': png(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(1_000))),
    'a PNG whose data unpack to a gigabyte': png(7_000, 7_000, deflateSync(Buffer.alloc(200_000_000), { level: 9 })),
    'a PNG whose chunk tells of gigabytes': Buffer.concat([
      png(9, 9, Buffer.alloc(0)).subarray(0, 33),
      words(HUGE),
      Buffer.from('IDAT'),
    ]),
    'a JPEG of 65,535 pixels an edge': sized(manyScanJpeg(64, 2), 65_535),
    'a JPEG of two thousand scans': manyScanJpeg(2_000, 2_000),
    'a GIF of 65,535 pixels an edge': gif(65_535, 1),
    'a GIF of a hundred thousand frames': gif(1, 100_000),
    'a WebP of 16,384 pixels an edge': webp(16_384, 1),
    'a WebP of twenty thousand frames': webp(1_000, 20_000),
    'an AVIF of 65,535 pixels an edge': avif(65_535, 100),
    'an AVIF whose place is behind the file': avif(64, HUGE),
  }
}

function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    return Buffer.concat([words(content.length), named, words(crc32(named))])
  }
  const header = Buffer.concat([words(width, height), Buffer.from([8, 6, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ])
}

/** The same JPEG with another size in the head of its frame. */
function sized(jpeg: Buffer, edge: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(edge, frame + 5)
  jpeg.writeUInt16BE(edge, frame + 7)
  return jpeg
}

function gif(edge: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(edge, 0)
  size.writeUInt16LE(edge, 2)
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 1, 0])])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    ...[size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])],
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

function webp(edge: number, frames: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)])
  }
  const extent = Buffer.alloc(6)
  extent.writeUIntLE(edge - 1, 0, 3)
  extent.writeUIntLE(edge - 1, 3, 3)
  const picture = chunk('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0]))
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(6), extent, Buffer.from([10, 0, 0, 0]), picture]))
  const chunks = [
    chunk('VP8X', Buffer.concat([Buffer.from([0x02, 0, 0, 0]), extent])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

function avif(edge: number, length: number): Buffer {
  const full = (type: string, ...content: Buffer[]) => box(type, words(0), ...content)
  const location = Buffer.concat([Buffer.from([0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1]), words(0, length)])
  const properties = box(
    'iprp',
    box('ipco', full('ispe', words(edge, edge)), box('av1C', Buffer.from([0x81, 0, 0x0c, 0]))),
    full('ipma', words(1), Buffer.from([0, 1, 2, 1, 0x82])),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('avif'), words(0), Buffer.from('avifmif1')),
    full(
      'meta',
      full('hdlr', words(0), Buffer.from('pict'), Buffer.alloc(13)),
      full('pitm', Buffer.from([0, 1])),
      full('iloc', location),
      full(
        'iinf',
        Buffer.from([0, 1]),
        box('infe', words(0x02000000), Buffer.from([0, 1, 0, 0]), Buffer.from('av01\0')),
      ),
      properties,
    ),
    box('mdat', Buffer.alloc(200, 1)),
  ])
}
