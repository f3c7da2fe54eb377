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
/**
 * Marks that people leave out, the stretch letter of Arabic, soft hyphens, joiners and other invisible characters, as `RegExp`
 * and PostgreSQL write them. Vowel signs of Indic scripts, tones of Thai and the dakuten of Japanese make other words: they stay.
 */
export const UNWRITTEN = String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]`
const UNWRITTEN_ALL = new RegExp(UNWRITTEN, 'g')
const LIKE_OTHERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')
const PLAIN = /^[ -~\s]*$/
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Without case, accents, vowel signs and typography, so that people find what they would call the same. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(ACCENT, "'")
    .normalize('NFKD')
    .replace(UNWRITTEN_ALL, '')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase()
    .replace(LIKE_OTHERS, (letter) => ALIKE[letter] ?? letter)
}

/** The words of a search, folded. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean)
}
