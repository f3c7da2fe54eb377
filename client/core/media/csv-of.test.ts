import { expect, test } from 'vitest'
import { csvOf } from './csv-of.ts'

test('texts with commas, quotes and lines stand in quotes, and no text is a formula', () => {
  const rows = [
    ['Number', 'Name'],
    ['7KQ2M9PA', 'Ada "the first", of\nLondon'],
    [12, '=HYPERLINK("https://evil.test")'],
    [-3, '-2+3'],
  ]
  expect(csvOf(rows)).toBe(
    '\uFEFFNumber,Name\r\n7KQ2M9PA,"Ada ""the first"", of\nLondon"\r\n' +
      '12,"\'=HYPERLINK(""https://evil.test"")"\r\n-3,\'-2+3\r\n',
  )
})
