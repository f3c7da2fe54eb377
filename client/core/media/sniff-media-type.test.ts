import { expect, test } from 'vitest'
import { withType } from './sniff-media-type.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const matroska = new Uint8Array([
  0x1a,
  0x45,
  0xdf,
  0xa3,
  0x8b,
  0x42,
  0x82,
  0x88,
  ...new TextEncoder().encode('matroska'),
])
const mp4 = '\0\0\0\u0014ftypisom\0\0\0\0isom'

test.each([
  {
    what: 'a photo that the system calls bytes',
    bytes: jpeg,
    type: 'application/octet-stream',
    expected: 'image/jpeg',
  },
  { what: 'a photo of no type', bytes: jpeg, type: '', expected: 'image/jpeg' },
  { what: 'a photo that is called a video', bytes: jpeg, type: 'video/mp4', expected: 'image/jpeg' },
  { what: 'a photo that is called a sound', bytes: jpeg, type: 'audio/mpeg', expected: 'image/jpeg' },
  { what: 'a picture that is called a text', bytes: 'GIF89a', type: 'text/plain', expected: 'image/gif' },
  { what: 'a video of no type', bytes: matroska, type: '', expected: 'video/matroska' },
  { what: 'a video that is called a picture', bytes: mp4, type: 'image/jpeg', expected: 'video/mp4' },
  { what: 'a sound in the form of a video', bytes: mp4, type: 'audio/mp4', expected: 'audio/mp4' },
  {
    what: 'a sound that a browser has recorded',
    bytes: matroska,
    type: 'audio/webm;codecs=opus',
    expected: 'audio/webm;codecs=opus',
  },
  { what: 'a video that is called a sound of no known kind', bytes: mp4, type: 'audio/midi', expected: 'video/mp4' },
  { what: 'words', bytes: 'words', type: 'text/plain', expected: 'text/plain' },
  { what: 'words of no type', bytes: 'words', type: '', expected: '' },
])('the content of a file decides its type: $what', async ({ bytes, type, expected }) => {
  const typed = await withType(new File([bytes], 'evening', { type, lastModified: 5 }))
  expect([typed.type, typed.name, typed.size, typed.lastModified]).toEqual([expected, 'evening', bytes.length, 5])
})

test('a file that cannot be read keeps the type that it has', async () => {
  const gone = new File(['GIF89a'], 'cat')
  const arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  Object.assign(gone, { slice: () => Object.assign(new Blob(), { arrayBuffer }) })
  expect(await withType(gone)).toBe(gone)
})
