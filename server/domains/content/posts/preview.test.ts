import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

test.each([
  ['', ''],
  ['Secret', ''],
  ['The whole secret in few words', 'The whole …'],
  ['  A long walk by the sea, and what I found there under a stone', 'A long walk by the …'],
  ['First line\nand all of the rest, which goes on for quite a while', 'First line …'],
  ['word '.repeat(200), `${'word '.repeat(15)}word …`],
  ['x'.repeat(500), ''],
])('of %j a locked card shows %j', (text, preview) => {
  expect(previewOf(text)).toBe(preview)
})
