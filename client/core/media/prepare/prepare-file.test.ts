// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { prepareFile } from './prepare-file.ts'

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

test('a moving picture whose movement would be lost is refused when it is chosen', async () => {
  const brand = Buffer.from('\0\0\0\u0014ftypavis\0\0\0\0avis')
  for (const picture of [png(2), new Blob([brand], { type: 'image/avif' })]) {
    await expect(prepareFile(picture)).rejects.toMatchObject({ kind: 'unsupported', message: /movement/ })
  }
})

/** The head of a PNG that announces so many frames. */
function png(frames: number): Blob {
  const chunk = (type: string, data: number[]) => [0, 0, 0, data.length, ...Buffer.from(type), ...data, 0, 0, 0, 0]
  const header = [
    0x89,
    ...Buffer.from('PNG\r\n\x1a\n'),
    ...chunk(
      'IHDR',
      Array.from({ length: 13 }, () => 0),
    ),
  ]
  const bytes = [...header, ...chunk('acTL', [0, 0, 0, frames, 0, 0, 0, 0]), ...chunk('IDAT', [0])]
  return new Blob([Uint8Array.from(bytes)], { type: 'image/png' })
}

test('a sound is sent as it is, and one that the server never takes is refused when it is chosen', async () => {
  const sound = new Blob(['ID3\u0004'], { type: 'audio/mpeg' })
  expect(await prepareFile(sound)).toEqual({ bytes: sound, width: null, height: null })
  const midi = new Blob(['MThd'], { type: 'audio/midi' })
  await expect(prepareFile(midi)).rejects.toMatchObject({ kind: 'unsupported', message: /MP3/ })
})
