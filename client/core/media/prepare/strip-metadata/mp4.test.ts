import { expect, test } from 'vitest'
import { stripMp4 } from './mp4.ts'

const PLACE = '+48.8577+002.2950/'
const DATE = 0xe1e2e3e4

test('no byte of a place or a date leaves: user data, keys, boxes of their own, tracks of places', async () => {
  const before = await textOf(film())
  expect(before.split(PLACE)).toHaveLength(7)
  const after = await textOf(await stripMp4(film()))
  expect(after).not.toContain(PLACE)
  expect(after).not.toContain(String.fromCharCode(0xe1, 0xe2, 0xe3, 0xe4))
})

test('picture, sound and every offset stay as they are, and once more changes nothing', async () => {
  const [before, bared] = [await textOf(film()), await stripMp4(film())]
  const after = await textOf(bared)
  expect(after).toHaveLength(before.length)
  for (const stays of ['v'.repeat(50), 'w'.repeat(30), 'avc1', 'stco', 'mdat']) {
    expect(after.indexOf(stays)).toBe(before.indexOf(stays))
  }
  expect(bared.type).toBe('video/mp4')
  expect(await textOf(await stripMp4(bared))).toBe(after)
})

test('in fragments, too', async () => {
  const fragment = box('moof', box('mfhd', words(0, 1)), box('traf', box('tfhd', words(0, 1)), userData()), userData())
  const after = await textOf(await stripMp4(film(fragment)))
  expect(after).not.toContain(PLACE)
  expect(after).toContain('tfhd')
})

test('one that ends in the middle is refused; what is no MP4 is left to the server', async () => {
  const whole = film()
  await expect(stripMp4(whole.slice(0, whole.size - 1))).rejects.toThrow('This video is damaged or incomplete.')
  for (const other of [new Blob(['RIFF....AVI ']), new Blob(['abc']), new Blob([])]) {
    expect(await stripMp4(other)).toBe(other)
  }
})

test.each([
  ['two indexes', () => film(box('moov'))],
  ['more tracks than a camera writes', () => new Blob([box('moov', ...Array.from({ length: 65 }, () => box('trak')))])],
  [
    'more chunks than hours have',
    () => new Blob([box('moov', ...Array.from({ length: 2 }, () => longTrack(600_000)))]),
  ],
])('a file with %s is refused, as the server would', async (_what, made) => {
  await expect(stripMp4(made())).rejects.toMatchObject({ kind: 'unsupported', message: 'This video cannot be read.' })
})

test('samples that reach into what becomes free leave the film as long as it is', async () => {
  const moov = (at: number) => box('moov', track('meta', { offsets: [at], sizes: [6] }))
  const bytes = new Blob([moov(moov(0).length), box('skip', words(0))])
  expect((await stripMp4(bytes)).size).toBe(bytes.size)
})

/** One picture track and, between its samples, a track of places, as phones and action cameras write them. */
function film(...more: Uint8Array<ArrayBuffer>[]): Blob {
  const samples = [text('v'.repeat(50)), text(PLACE), text('w'.repeat(30)), text(PLACE)]
  const opening = box('ftyp', text('isom'), words(0x200), text('isommp41'))
  const index = (at: number) =>
    box(
      'moov',
      box('mvhd', words(0, DATE, DATE, 1000, 2000)),
      track('vide', { offsets: [at, at + 68], sizes: [50, 30] }),
      track('meta', { offsets: [at + 50, at + 98], sizes: [18, 18] }),
      box('meta', text(PLACE)),
    )
  const length = index(0).length
  const data = box('mdat', ...samples)
  const parts = [opening, index(opening.length + length + 8), data, box('uuid', text(PLACE)), box('free', text(PLACE))]
  return new Blob([...parts, ...more], { type: 'video/mp4' })
}

function track(kind: string, { offsets, sizes }: { offsets: number[]; sizes: number[] }): Uint8Array<ArrayBuffer> {
  const table = box(
    'stbl',
    box('stsd', words(0, 1), box(kind === 'vide' ? 'avc1' : 'mebx', words(0))),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, 0, sizes.length, ...sizes)),
    box('stco', words(0, offsets.length, ...offsets)),
  )
  const handler = box('hdlr', words(0, 0), text(kind), words(0, 0, 0))
  const media = box('mdia', box('mdhd', words(0, DATE, DATE, 1000, 2000, 0)), handler, box('minf', table))
  return box(
    'trak',
    box('tkhd', words(0x01000001, 0, DATE, 0, DATE, 1)),
    media,
    ...(kind === 'vide' ? [userData()] : []),
  )
}

/** A track of places, of so many chunks. */
function longTrack(chunks: number): Uint8Array<ArrayBuffer> {
  const sizes = box('stsz', words(0, 1, 1))
  const table = box('stbl', sizes, box('stco', words(0, chunks), new Uint8Array(chunks * 4)))
  return box('trak', box('mdia', box('minf', table)))
}

/** The QuickTime atom in which phones write where a video was taken. */
function userData(): Uint8Array<ArrayBuffer> {
  return box('udta', box('\u00a9xyz', text(PLACE)))
}

function box(type: string, ...content: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const length = content.reduce((sum, { byteLength }) => sum + byteLength, 8)
  const bytes = new Uint8Array(length)
  bytes.set(words(length))
  bytes.set(text(type), 4)
  let at = 8
  for (const part of content) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function words(...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, index) => view.setUint32(index * 4, value))
  return new Uint8Array(view.buffer)
}

function text(latin1: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(latin1, (letter) => letter.charCodeAt(0))
}

async function textOf(file: Blob): Promise<string> {
  return Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('')
}
