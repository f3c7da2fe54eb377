import { folded, wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'
import { expect, test } from 'vitest'
import { excerpt, placesIn } from './excerpt.ts'

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

test.each([
  ['Straße', 'strasse'],
  ['STRASSE', 'straße'],
  ['Søren', 'soren'],
  ['Soren', 'Sørén'],
  ['don’t', "don't"],
  ["don't", 'don’t'],
  ['Łódź', 'lodz'],
  ['Đorđe', 'dorde'],
  ['Þórr Æsir', 'thorr aesir'],
  ['cœur', 'coeur'],
  ['“quoted” – text', '"quoted" - text'],
  ['wait…', 'wait...'],
  ['rock´n´roll', "rock'n'roll"],
  ['soft\u00adhyphen', 'softhyphen'],
  ['می\u200cخواهم کتاب', 'ميخواهم كتاب'],
  ['ٱلسَّلَامُ عَلَيْكُمْ', 'السلام عليكم'],
  ['ﬁancée', 'fiancee'],
  ['Ёлка Ґанок', 'елка ганок'],
  ['ⅣＡ', 'iva'],
])('%j and %j are found by each other', (one, other) => {
  expect(folded(one)).toBe(folded(other))
})

test('a match within a letter of two marks all of it', () => {
  expect(marked('Straße', 'stras')).toEqual(['Straß'])
  expect(marked('Straße', 'se')).toEqual(['ße'])
})

test('no emoji is cut, neither by an excerpt nor by a mark', () => {
  const family = '👩‍👩‍👧‍👦'
  const text = `${'x'.repeat(30)} ${family.repeat(3)} needle ${family.repeat(9)}`
  for (let length = 20; length < 60; length += 1) {
    const pieces = excerpt(text, wordsOf('needle'), { before: 14, length })
    const plain = pieces.map((piece) => piece.text.replaceAll(family, '')).join('')
    expect(plain).not.toMatch(/[\u{1f466}-\u{1f469}\u200d\p{Surrogate}]/u)
  }
  expect(marked(`a ${family} b`, '👧')).toEqual([family])
})

test('marks a hit as it is written, marks and stretches included', () => {
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
