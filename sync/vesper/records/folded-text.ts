/**
 * Letters and marks that people type for each other and that Unicode does not decompose. A key is a single character, in
 * lower case and without marks.
 */
export const ALIKE: Readonly<Record<string, string>> = {
  // Latin, Greek and Cyrillic
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ĸ: 'k' },
  ...{ ς: 'σ', ґ: 'г', є: 'е' },
  // Arabic, Persian and Urdu
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه', ک: 'ك', ٱ: 'ا' },
  // Typographic marks
  ...{
    '‘': "'",
    '’': "'",
    '‚': "'",
    '‛': "'",
    ʼ: "'",
    ʻ: "'",
    '′': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
  },
  ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
}

/** The spacing accent, which people type for an apostrophe, would decompose to a blank. */
const ACCENT = /\u00b4/g
/** Combining marks, the stretch letter of Arabic, soft hyphens, joiners and other invisible characters. */
const UNWRITTEN = /[\p{M}\u0640\u00ad\u200b-\u200f\u2060\ufeff]/gu
const LIKE_OTHERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')
const PLAIN = /^[ -~\s]*$/
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Without case, accents, vowel signs and typography, so that people find what they would call the same. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(ACCENT, "'")
    .normalize('NFKD')
    .replace(UNWRITTEN, '')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase()
    .replace(LIKE_OTHERS, (letter) => ALIKE[letter] ?? letter)
}

/** The words of a search, folded. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean)
}
