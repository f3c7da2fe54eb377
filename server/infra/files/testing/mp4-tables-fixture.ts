import { box, words } from './mp4-fixture.ts'

/** The contents of the tables of a track, by their types. */
export type Tables = Record<string, Buffer>

/** Tables of so many pictures of `size` bytes, all in one chunk. */
export function pictureTables({
  count,
  size = 1,
  delta = 1,
}: {
  count: number
  size?: number
  delta?: number
}): Tables {
  return {
    stsd: words(0, 1, 86, 0x61766331, ...Array.from({ length: 20 }, () => 0)),
    stts: words(0, 1, count, delta),
    stsc: words(0, 1, 1, count, 1),
    stsz: words(0, size, count),
    stco: words(0, 1, 0),
  }
}

/** Tables of plain sound of 16 bits; the size that they tell is one byte a sample. */
export function plainSoundTables({ count, channels }: { count: number; channels: number }): Tables {
  const description = words(0, 1, 36, 0x736f7774, 0, 1, 0, 0, (channels << 16) | 16, 0, 0)
  return { ...pictureTables({ count }), stsd: description }
}

type Parts = { kind?: 'vide' | 'soun'; edits?: Buffer; data?: number; inMovie?: Buffer[]; tail?: Buffer[] }

/** An MP4 of one track with these tables. Its units are milliseconds, and its media data has `data` bytes. */
export function movie(
  tables: Tables,
  { kind = 'vide', edits, data = 500, inMovie = [], tail = [] }: Parts = {},
): Buffer {
  const matrix = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40000000]
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1_000, 1_000, 0)),
    box('hdlr', words(0, 0), Buffer.from(kind), Buffer.alloc(13)),
    box('minf', box('stbl', ...Object.entries(tables).map(([type, content]) => box(type.slice(0, 4), content)))),
  )
  const track = box(
    'trak',
    box('tkhd', words(1, 0, 0, 1, 0, 1_000, 0, 0, 0, 0, ...matrix, 64 * 65_536, 64 * 65_536)),
    ...(edits ? [box('edts', box('elst', edits))] : []),
    media,
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isommp41')),
    box('moov', box('mvhd', words(0, 0, 0, 1_000, 1_000), Buffer.alloc(80)), track, ...inMovie),
    box('mdat', Buffer.alloc(data, 'v')),
    ...tail,
  ])
}

const MANY = 40_000_000
const HUGE = 0xfffffff0
const plain = pictureTables({ count: 10 })

/** Fragments of the one track, whose header holds `header` and whose run holds `run`. */
function fragment(header: Buffer, run: Buffer): Buffer {
  return box('moof', box('traf', box('tfhd', header), box('trun', run)))
}

function fragmented(header: Buffer, run: Buffer): Buffer {
  return movie(plain, { tail: [fragment(header, run)] })
}

/** Files whose tables name more than they have, each in its own way. */
export function lyingMp4(): Record<string, Buffer> {
  const tables = (changed: Tables) => movie({ ...plain, ...changed })
  const repeated = Array.from({ length: 2_000 }, () => 0)
  return {
    'one offset named two thousand times': movie({
      ...pictureTables({ count: 2_000, size: 400_000 }),
      stsc: words(0, 1, 1, 1, 1),
      stco: words(0, 2_000, ...repeated),
    }),
    'millions of samples of one size': movie(pictureTables({ count: MANY })),
    'a count of sizes behind the table': tables({ stsz: words(0, 0, MANY, 1, 1) }),
    'a sample larger than the file': tables({ stsz: words(0, 0, 2, 1, HUGE) }),
    'compact sizes behind the table': movie({
      stsc: words(0, 1, 1, 1, 1),
      stco: words(0, 1, 0),
      stz2: words(0, 8, MANY),
    }),
    'two tables of sizes': movie({ ...plain, 'stsz ': words(0, 1, 5) }),
    'a count of chunks behind the table': tables({ stco: words(0, HUGE, 0) }),
    'an offset behind the file': tables({ stco: words(0, 1, HUGE) }),
    'a count of long offsets behind the table': tables({ stco: words(0, 0), co64: words(0, HUGE, 0, 0) }),
    'a long offset of exabytes': tables({ stco: words(0, 0), co64: words(0, 1, HUGE, 0) }),
    'millions of samples in a chunk': tables({ stsc: words(0, 2, 1, MANY, 1, 2, 1, 1), stco: words(0, 2, 0, 0) }),
    'runs of chunks that go back': tables({ stsc: words(0, 2, 5, 1, 1, 2, 1, 1) }),
    'a count of runs behind the table': tables({ stsc: words(0, HUGE, 1, 1, 1) }),
    'times of billions of samples': tables({ stts: words(0, 1, HUGE, 1) }),
    'a count of times behind the table': tables({ stts: words(0, HUGE, 1, 1) }),
    'shifts of billions of samples': tables({ ctts: words(0, 1, HUGE, 1) }),
    'a count of shifts behind the table': tables({ ctts: words(0, HUGE, 1, 1) }),
    'a count of key frames behind the table': tables({ stss: words(0, HUGE, 1) }),
    'a count of groups behind the table': tables({ sbgp: words(0, 0x726f6c6c, HUGE, 1, 1) }),
    'a count of edits behind the table': movie(plain, { edits: words(0, HUGE, 1, 0, 0x10000) }),
    'five hundred edits of all samples': movie(pictureTables({ count: 100, delta: 1_000 }), {
      edits: words(0, 500, ...Array.from({ length: 500 }, () => [100_000, 0, 0x10000]).flat()),
    }),
    'a fragment of millions of samples without a byte': fragmented(words(0, 1), words(0, MANY)),
    'a fragment whose rows lead out of it': fragmented(words(0, 1), words(0x700, 1_000, 1, 1, 1)),
    'a fragment of samples larger than the file': fragmented(words(0x10, 1, HUGE), words(0, 2)),
    'a fragment that begins behind the file': fragmented(words(1, 1, 1, 0), words(0, 1)),
    'a run that begins before the file': fragmented(words(0, 1), words(1, 1, -2_000_000)),
    'default sizes larger than the file': movie(plain, {
      inMovie: [box('mvex', box('trex', words(0, 1, 1, 0, HUGE, 0)))],
      tail: [fragment(words(0, 1), words(0, 9))],
    }),
    'sixty thousand channels': movie(plainSoundTables({ count: 100, channels: 60_000 }), { kind: 'soun' }),
  }
}
