import { expect, test } from 'vitest'
import { keyFrameSize } from './key-frame-size.ts'

/** The beginning of a key frame of 640 × 480. */
const KEY = [0x10, 0x00, 0x00, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01, 0x00]
const INTER = [0x11, 0x00, 0x00, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01, 0x00]

test.each([
  ['nothing more', [0x10]],
  ['a short picture id', [0x90, 0x80, 0x11]],
  ['a long picture id', [0x90, 0x80, 0x91, 0x22]],
  ['an index of the base layer', [0x90, 0xc0, 0x91, 0x22, 0x33]],
  ['all that may stand there', [0x90, 0xf0, 0x91, 0x22, 0x33, 0x44]],
])('a packet that begins a key frame tells the size of the picture; its descriptor has %s', (_, descriptor) => {
  expect(keyFrameSize(Buffer.from([...descriptor, ...KEY]))).toEqual({ width: 640, height: 480 })
  expect(keyFrameSize(Buffer.from([...descriptor, ...INTER]))).toBeNull()
})

test.each([
  ['goes on with a frame', [0x00, ...KEY]],
  ['begins another part of a frame', [0x11, ...KEY]],
  ['has no start code', [0x10, 0x10, 0, 0, 1, 2, 3, 4, 5, 6, 7]],
  ['is cut off', [0x10, ...KEY.slice(0, 8)]],
  ['is empty', []],
])('a packet begins no key frame that %s', (_, bytes) => {
  expect(keyFrameSize(Buffer.from(bytes))).toBeNull()
})
