import { latinDigits } from '../../core/i18n/normalize-digits.ts'

/** Letters that people type for each other, beside those that differ by a mark. */
const ALIKE: Readonly<Record<string, string>> = { ى: 'ي', ة: 'ه', ς: 'σ', ı: 'i' }
const PLAIN = /^[ -~\s]*$/
const LIKE_OTHERS = /[ىةςı]/g

/** Without case, accents, Arabic vowel signs and the stretch letter, so that people find what they would call the same. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(LIKE_OTHERS, (letter) => ALIKE[letter] ?? letter)
}

/** What a search asks for: its words, folded. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean)
}
