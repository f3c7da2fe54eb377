import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const photo = new File(['x'], 'beach.jpg', { type: 'image/jpeg' })

test.each<[string, { files?: File[]; data: Record<string, string> }, string[]]>([
  ['cells of a spreadsheet', { data: { 'text/plain': 'a\t1\nb\t2', 'text/html': '<table>' } }, []],
  ['a paragraph of a word processor', { data: { 'text/plain': 'Hello', 'text/rtf': '{}' } }, []],
  ['a picture copied in a browser', { data: { 'text/html': '<img src="https://a.example/x.png">' } }, ['image.png']],
  ['a screenshot', { data: {} }, ['image.png']],
  [
    'a picture with its address',
    { data: { 'text/plain': 'https://a.example/x.png', 'text/uri-list': 'https://a.example/x.png' } },
    ['image.png'],
  ],
  ['a file with its name', { files: [photo], data: { 'text/plain': 'beach.jpg' } }, ['beach.jpg']],
  [
    'two files with their paths',
    { files: [photo, picture], data: { 'text/plain': '/home/ada/beach.jpg\r\n/home/ada/image.png' } },
    ['beach.jpg', 'image.png'],
  ],
  ['a file of Windows', { files: [photo], data: { 'text/plain': 'C:\\Photos\\beach.jpg' } }, ['beach.jpg']],
  ['a file as address', { files: [photo], data: { 'text/plain': 'file:///home/ada/beach.jpg' } }, ['beach.jpg']],
  ['text alone', { files: [], data: { 'text/plain': 'Hello' } }, []],
])('%s', (_what, { files = [picture], data }, attached) => {
  const clipboard = { files: files as unknown as FileList, getData: (type: string) => data[type] ?? '' }
  expect(pastedFiles(clipboard).map(({ name }) => name)).toEqual(attached)
})
