import { expect, test } from 'vitest'
import { stripGif } from './gif.ts'

const PLACE = 'GPSLatitude 48,51.30N'
const text = (words: string) => new TextEncoder().encode(words)
const parts = (bytes: Uint8Array) => [bytes.length, ...bytes, 0]
const screen = [...text('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, ...[0, 0, 0, 255, 255, 255]]
const loop = [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const picture = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
const comment = [0x21, 0xfe, ...parts(text(PLACE))]
const xmp = [0x21, 0xff, 11, ...text('XMP DataXMP'), ...parts(text(PLACE))]

const gif = (...blocks: number[][]) => new Blob([Uint8Array.from(blocks.flat())], { type: 'image/gif' })
const bytesOf = async (file: Blob | null) => [...new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())]

test('a moving picture leaves with its pictures and how often they come round, and nothing else', async () => {
  const told = gif(screen, xmp, loop, comment, picture, comment, picture, xmp, [0x3b], [...text(PLACE)])
  expect(await bytesOf(await stripGif(told))).toEqual([...screen, ...loop, ...picture, ...picture, 0x3b])
})

test('one that says nothing stays as it is, also where its end is missing', async () => {
  const bare = [...screen, ...loop, ...picture, 0x3b]
  expect(await bytesOf(await stripGif(gif(bare)))).toEqual(bare)
  expect(await bytesOf(await stripGif(gif(bare.slice(0, -1))))).toEqual(bare)
})

test('rejects a file that only claims to be a GIF', async () => {
  expect(await stripGif(gif([0xff, 0xd8, ...text(PLACE)]))).toBeNull()
})
