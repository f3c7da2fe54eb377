import { expect, test } from 'vitest'
import { safeFileName } from './safe-file-name.ts'

test.each([
  ['notes.pdf', 'notes.pdf'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Users\\me\\notes.pdf', 'C-Users-me-notes.pdf'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  // The mark would show it as "songexe.pdf".
  ['song\u202Efdp.exe', 'songfdp.exe'],
  ['.htaccess', 'htaccess'],
  ['  ملف  الدرس .zip ', 'ملف الدرس .zip'],
  ['...', null],
  ['', null],
])('%j is saved as %j', (given, saved) => {
  expect(safeFileName(given)).toBe(saved)
})

test('a long name is cut before its ending, and not within a character', () => {
  const name = safeFileName(`${'😀'.repeat(100)}.epub`)
  expect([name?.length, name?.isWellFormed(), name?.endsWith('😀.epub')]).toEqual([120, true, false])
  expect(safeFileName(`${'x'.repeat(200)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`)
})
