/** Hyphens, dashes and minus signs, which keyboards of phones put in the place of each other. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
/** Blanks, and characters that nobody sees, which come along with a copied code. */
const BLANKS = /[\s\u00ad\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A coupon's code as the table has it, however it was typed: in upper case, with plain hyphens and digits. */
export function foldedCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replace(BLANKS, '')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .toUpperCase()
}
