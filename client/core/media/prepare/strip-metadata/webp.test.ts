import { expect, test } from 'vitest'
import { stripAnimatedWebp, webpSize } from './webp.ts'

const PLACE = 'GPSLatitude 48,51.30N'
const text = (words: string) => [...new TextEncoder().encode(words)]
const uint32 = (number: number) => [number & 255, (number >> 8) & 255, (number >> 16) & 255, 0]
const chunk = (name: string, data: number[]) => [
  ...text(name),
  ...uint32(data.length),
  ...data,
  ...(data.length % 2 ? [0] : []),
]
const webp = (...chunks: number[][]) => {
  const content = chunks.flat()
  return [...text('RIFF'), ...uint32(content.length + 4), ...text('WEBP'), ...content]
}
/** 640 × 360. */
const canvas = (flags: number) => chunk('VP8X', [flags, 0, 0, 0, 0x7f, 2, 0, 0x67, 1, 0])
const loop = chunk('ANIM', [0, 0, 0, 0, 0, 0])
const frame = chunk('ANMF', [1, 2, 3, 4, 5])
const notes = [chunk('EXIF', text(PLACE)), chunk('XMP ', text(PLACE)), chunk('ICCP', text('Display P3'))]

const fileOf = (bytes: number[]) => new Blob([Uint8Array.from(bytes)], { type: 'image/webp' })
const bytesOf = async (file: Blob | null) => [...new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())]

test('an animated WebP leaves with its frames and their times, and nothing else', async () => {
  const told = [...webp(canvas(0x2e), ...notes, loop, frame, frame, chunk('XMP ', text(PLACE))), ...text(PLACE)]
  const stripped = await stripAnimatedWebp(fileOf(told))
  expect(await bytesOf(stripped)).toEqual(webp(canvas(0x02), loop, frame, frame))
  expect(stripped?.type).toBe('image/webp')
  expect(await webpSize(fileOf(told))).toEqual({ width: 640, height: 360 })
})

test('transparency is still announced, and a chunk that is cut off is left out', async () => {
  const whole = webp(canvas(0x12), loop, frame)
  expect(await bytesOf(await stripAnimatedWebp(fileOf(whole)))).toEqual(whole)
  const cut = await stripAnimatedWebp(fileOf(webp(canvas(0x12), loop, frame, frame).slice(0, -2)))
  expect(await bytesOf(cut)).toEqual(whole)
})

test('a WebP that does not move, and a file that only calls itself one, are none', async () => {
  expect(await stripAnimatedWebp(fileOf(webp(canvas(0x10), chunk('VP8 ', [1, 2]))))).toBeNull()
  expect(await stripAnimatedWebp(fileOf(webp(chunk('VP8 ', [1, 2]))))).toBeNull()
  expect(await stripAnimatedWebp(fileOf([0xff, 0xd8, ...text(PLACE)]))).toBeNull()
})
