import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isTaken, sniffMediaType } from '../client/core/media/sniff-media-type.ts'
import { detectMediaType } from '../server/infra/files/media-type.ts'
import { box, makeMp4, words } from '../server/infra/files/testing/mp4-fixture.ts'
import { element, makeWebm } from '../server/infra/files/testing/webm-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'vesper-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brands = [
  ...['isom', 'iso2', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'mmp4', 'MSNV', 'XAVC', 'NDSC', 'hvc1', 'cmfc'],
  ...[
    'qt  ',
    'qt\0\0',
    'M4V ',
    'M4VH',
    'M4VP',
    'M4P ',
    'F4V ',
    'F4P ',
    'M4A ',
    'M4A\0',
    'M4AX',
    'M4B ',
    'F4A ',
    'F4B ',
  ],
  ...['3gp4', '3gp5', '3gp6', '3ge6', '3gg6', '3gr6', '3gs7', '3g2a', '3g2b', '3gX ', '\u00e9abc'],
  ...['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'heim', 'hevc', 'hevx', 'crx '],
]
const films: [string, Buffer][] = [
  ...brands.map((brand): [string, Buffer] => [`MP4 of ${JSON.stringify(brand)}`, latin1(makeMp4(), brand, 8)]),
  ...['free', 'mdat', 'moov', 'wide', 'skip', 'pnot', 'styp'].map((type): [string, Buffer] => [
    `QuickTime that begins with ${type}`,
    box(type, words(0, 0, 0, 0)),
  ]),
  ['WebM', makeWebm('')],
  ['WebM as browsers record it', makeWebm('', { unknownSizes: true })],
  ['Matroska', matroska('matroska')],
  ['AVI', latin1(Buffer.alloc(200), 'RIFF\0\0\u0001\0AVI LIST')],
  ['Windows Media', Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(300)])],
  ['Flash', latin1(Buffer.alloc(200), 'FLV\u0001\u0005')],
  ['MPEG-1', latin1(Buffer.alloc(200), '\0\0\u0001\u00ba!')],
  ['MPEG-2', latin1(Buffer.alloc(200), '\0\0\u0001\u00baD')],
  ['MPEG without a container', latin1(Buffer.alloc(200), '\0\0\u0001\u00b3')],
  ['a transport stream', latin1(latin1(Buffer.alloc(600), 'G'), 'G', 188)],
  ['a transport stream of a camera', latin1(latin1(Buffer.alloc(600), 'G', 4), 'G', 196)],
  ['Ogg', latin1(Buffer.alloc(200), '\u0080theora', 28)],
  ['RealMedia', latin1(Buffer.alloc(200), '.RMF')],
]
const others: [string, Buffer][] = [
  ['JPEG', latin1(Buffer.alloc(200), '\u00ff\u00d8\u00ff\u00e0')],
  ['PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngPart('IHDR'), pngPart('IDAT')])],
  ['moving PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngPart('acTL'), pngPart('IDAT')])],
  ['GIF', latin1(Buffer.alloc(200), 'GIF87a')],
  ['WebP', latin1(Buffer.alloc(200), 'RIFF\0\0\u0001\0WEBPVP8 ')],
  ['WAV', latin1(Buffer.alloc(200), 'RIFF\0\0\u0001\0WAVEfmt ')],
  ['FLAC', latin1(Buffer.alloc(200), 'fLaC')],
  ['MP3', latin1(Buffer.alloc(2000), '\u00ff\u00fb\u0090\0')],
  ['Ogg of Opus', latin1(latin1(Buffer.alloc(200), 'OggS'), 'OpusHead', 28)],
  ['AAC', latin1(Buffer.alloc(200), '\u00ff\u00f1\u0050\u0080')],
  ['PDF', latin1(Buffer.alloc(200), '%PDF-1.7')],
  ['words', Buffer.from('nothing but a few words')],
  ['three bytes', Buffer.from('GI?')],
  ['nothing', Buffer.alloc(0)],
]

/** Files of an accepted family that match no known member of it. */
const strange: [string, Buffer][] = [
  ['MP4 of no brand', latin1(makeMp4(), '\0\0\0\0', 8)],
  ['Matroska of no known kind', matroska('other')],
]

test.each([...films, ...others])('the device takes what the server takes: %s', async (_, bytes) => {
  expect(await onDevice(bytes)).toBe(await onServer(bytes))
})

test.each(strange)('the device leaves a file that it cannot judge to the server: %s', async (_, bytes) => {
  expect([await onDevice(bytes), await onServer(bytes)]).toEqual(['video', null])
})

test('both take something of each kind that is named to people', async () => {
  const taken = [...films, ...others].map(([, bytes]) => sniffMediaType(new Blob([Uint8Array.from(bytes)])))
  const types = new Set((await Promise.all(taken)).filter(isTaken))
  const sounds = ['audio/mp4', 'audio/wav', 'audio/flac', 'audio/mpeg', 'audio/ogg', 'audio/aac']
  const named = [...sounds, 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
  expect(types).toEqual(new Set([...named, 'video/mp4', 'video/quicktime', 'video/webm', 'video/matroska']))
})

async function onDevice(bytes: Buffer): Promise<string | null> {
  const type = await sniffMediaType(new Blob([Uint8Array.from(bytes)]))
  if (!isTaken(type)) return null
  const [kind = ''] = type.split('/')
  return kind === 'image' ? 'photo' : kind
}

async function onServer(bytes: Buffer): Promise<string | null> {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return detectMediaType(path).then(
    ({ type }) => type,
    () => null,
  )
}

/** The bytes with a few letters in them. */
function latin1(bytes: Buffer, letters: string, at = 0): Buffer {
  bytes.write(letters, at, 'latin1')
  return bytes
}

/** The beginning of a file as a muxer writes it, with its numbers before its kind. */
function matroska(kind: string): Buffer {
  const numbers = [0x4286, 0x42f7, 0x42f2, 0x42f3].map((id) => element(id, Buffer.from([1])))
  return Buffer.concat([element(0x1a45dfa3, [...numbers, element(0x4282, Buffer.from(kind))]), Buffer.alloc(100)])
}

function pngPart(type: string): Buffer {
  const part = Buffer.alloc(25)
  part.writeUInt32BE(13)
  return latin1(part, type, 4)
}
