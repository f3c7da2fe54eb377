import { expect, test } from 'vitest'
import { folded, wordsOf } from '../normalize-search-text.ts'
import { excerpt, placesIn } from './matches.ts'

const marked = (text: string, query: string) =>
  placesIn(text, wordsOf(query)).map(({ from, to }) => text.slice(from, to))
const shown = (text: string, query: string) =>
  excerpt(text, wordsOf(query), { before: 10, length: 40 })
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test('letters that people type for each other are the same', () => {
  expect(folded('ÉCOLE Straße ΟΔΟΣ')).toBe(folded('école straße οδος'))
  expect(folded('إلى المدرسة ٢٠٢٦')).toBe(folded('الي المدرسه 2026'))
  expect(folded('ﻻ مُحَمَّدـــ')).toBe(folded('لا محمد'))
})

test('what is found is marked as it is written, marks and stretches included', () => {
  expect(marked('Zoë met zoe in ZOË', 'zoe')).toEqual(['Zoë', 'zoe', 'ZOË'])
  expect(marked('قال مُحَمَّد نعم', 'محمد')).toEqual(['مُحَمَّد'])
  expect(marked('🎻 naïve 🎻', 'naive')).toEqual(['naïve'])
  expect(marked('banana', 'ana nan')).toEqual(['anan'])
  expect(marked('nothing here', 'else')).toEqual([])
})

test('a long text is shown around the first place, from a word on', () => {
  expect(shown('short and whole', 'and')).toBe('short [and] whole')
  const long = `${'before '.repeat(20)}the lighthouse stands there ${'after '.repeat(20)}`
  const around = shown(long, 'lighthouse')
  expect(around.startsWith('…')).toBe(true)
  expect(around).toContain('the [lighthouse] stands')
  expect(around.endsWith('…')).toBe(true)
  expect(around.length).toBeLessThan(50)
})
