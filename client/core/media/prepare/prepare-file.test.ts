// @vitest-environment happy-dom
import { isAnimatedPng } from '@vesper/sync/media/png-chunks.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { prepareFile, withType } from './prepare-file.ts'

vi.mock('./strip-metadata/mp4.ts', () => ({ stripMp4: async (file: Blob) => file }))

afterEach(() => vi.useRealTimers())

test('a video that the browser never looks into is sent without its size', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const file = new Blob(['\0\0\0\u0014ftypisom\0\0\0\0isom'], { type: 'video/mp4' })
  const prepared = prepareFile(file)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(5_000)
  expect(await prepared).toEqual({ bytes: file, width: null, height: null })
})

test.each([
  ['video/3gpp', '\0\0\0\u0014ftyp3gp5\0\0\0\u00003gp5'],
  ['video/mp4', '\0\0\0\u0014ftyp3gp5\0\0\0\u00003gp5'],
  ['video/x-msvideo', 'RIFF....AVI LIST'],
  ['video/mp4', 'nothing of the kind'],
])('what is called %s and cannot be taken is refused when it is chosen', async (type, bytes) => {
  const refusal = { kind: 'unsupported', message: 'Use an MP4, MOV, WebM or MKV video.' }
  await expect(prepareFile(new Blob([bytes], { type }))).rejects.toMatchObject(refusal)
})

test('an animated PNG is refused when it is chosen, instead of sent as its first frame', async () => {
  const refusal = { kind: 'unsupported', message: /movement/ }
  await expect(prepareFile(png(2))).rejects.toMatchObject(refusal)
  const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
  expect(isAnimatedPng(await bytesOf(png(1)))).toBe(false)
  expect(isAnimatedPng(await bytesOf(png(0)))).toBe(false)
  expect(isAnimatedPng(await bytesOf(new Blob(['acTL'])))).toBe(false)
})

/** The head of a PNG that announces so many frames; 0: not at all. */
function png(frames: number): Blob {
  const chunk = (type: string, data: number[]) => [0, 0, 0, data.length, ...Buffer.from(type), ...data, 0, 0, 0, 0]
  const bytes = [
    0x89,
    ...Buffer.from('PNG\r\n\x1a\n'),
    ...chunk(
      'IHDR',
      Array.from({ length: 13 }, () => 0),
    ),
  ]
  if (frames > 0) bytes.push(...chunk('acTL', [0, 0, 0, frames, 0, 0, 0, 0]))
  return new Blob([Uint8Array.from([...bytes, ...chunk('IDAT', [0])])], { type: 'image/png' })
}

test('a file that the browser knows no type of has that of its content, with its name', async () => {
  const matroska = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88, ...Buffer.from('matroska')])
  const { type, name, size } = await withType(new File([matroska], 'evening.mkv'))
  expect({ type, name, size }).toEqual({ type: 'video/matroska', name: 'evening.mkv', size: 16 })
})

test('any other file keeps the type that it has', async () => {
  for (const file of [new File(['GIF89a'], 'a.txt', { type: 'text/plain' }), new File(['words'], 'words'), gone()]) {
    expect(await withType(file)).toBe(file)
  }
})

/** A file that was deleted, or whose drive is away, since it was chosen. */
function gone(): File {
  const file = new File(['GIF89a'], 'cat')
  const arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  return Object.assign(file, { slice: () => Object.assign(new Blob(), { arrayBuffer }) })
}

test('a sound is sent as it is, and one that the server never takes is refused when it is chosen', async () => {
  const sound = new Blob(['ID3\u0004'], { type: 'audio/mpeg' })
  expect(await prepareFile(sound)).toEqual({ bytes: sound, width: null, height: null })
  const midi = new Blob(['MThd'], { type: 'audio/midi' })
  await expect(prepareFile(midi)).rejects.toMatchObject({ kind: 'unsupported', message: /MP3/ })
})
