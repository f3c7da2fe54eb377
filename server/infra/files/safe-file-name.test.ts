import { expect, test } from 'vitest'
import { cutFileName, safeFileName } from './safe-file-name.ts'

test.each([
  ['notes.pdf', 'notes.pdf'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Users\\me\\notes.pdf', 'C-Users-me-notes.pdf'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  // The mark would show it as "songexe.pdf".
  ['song\u202Efdp.exe', 'songfdp.exe'],
  ['.htaccess', 'htaccess'],
  ['  ملف  الدرس .zip ', 'ملف الدرس .zip'],
  ['می\u200Cخواهم.pdf', 'می\u200Cخواهم.pdf'],
  ['👩\u200D🍳 soup.pdf', '👩\u200D🍳 soup.pdf'],
  ['12" vinyl.pdf', '12" vinyl.pdf'],
  ["l'été “2”.pdf", "l'été “2”.pdf"],
  ['\u2067\u200F\u061Cملف\u2069.zip', 'ملف.zip'],
  ['...', null],
  ['\u200C\u200D', null],
  ['', null],
])('%j is saved as %j', (given, saved) => {
  expect(safeFileName(given)).toBe(saved)
})

const bytesOf = (name: string | null) => Buffer.byteLength(name ?? '')

test('a long name is cut before its ending, and not within a letter', () => {
  const signs = safeFileName(`${'写'.repeat(130)}.pdf`)
  expect([signs, bytesOf(signs)]).toEqual([`${'写'.repeat(83)}.pdf`, 253])
  const families = safeFileName(`${'👩\u200D👩\u200D👧'.repeat(30)}.epub`)
  expect([families, bytesOf(families)]).toEqual([`${'👩\u200D👩\u200D👧'.repeat(13)}.epub`, 239])
  expect(safeFileName(`${'x'.repeat(200)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`)
  // An ending that long is none.
  expect(safeFileName(`a.${'写'.repeat(100)}`)).toBe(`a.${'写'.repeat(84)}`)
})

test('a mark that tells two names apart fits in, before the ending', () => {
  expect(cutFileName('notes.pdf', ' (2)')).toBe('notes (2).pdf')
  expect(cutFileName('.htaccess', ' (2)')).toBe('.htaccess (2)')
  const marked = cutFileName(`${'写'.repeat(83)}.pdf`, ' (12)')
  expect([marked, bytesOf(marked)]).toEqual([`${'写'.repeat(82)} (12).pdf`, 255])
})
