import { appearanceOf } from '@vesper/sync/vesper/records/visible-text.ts'

/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const OF_WORD = /[\p{L}\p{N}]/u

/**
 * Tells if a text has one of these terms as a whole word or phrase, whatever the case and the accents. Where a script writes
 * no spaces, any place counts.
 */
export function hasBlockedTerm(text: string, terms: readonly string[]): boolean {
  if (terms.length === 0) return false
  const folded = fold(text)
  return terms.some((term) => hasTerm(folded, fold(term)))
}

function hasTerm(text: string, term: string): boolean {
  if (term === '') return false
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const end = at + term.length
    if (isEdge(lastOf(text.slice(0, at)), firstOf(term)) && isEdge(lastOf(term), firstOf(text.slice(end)))) return true
  }
  return false
}

/** Two neighbours are no edge where both belong to one word. */
function isEdge(left: string, right: string): boolean {
  return !OF_WORD.test(left) || !OF_WORD.test(right) || UNSPACED.test(left) || UNSPACED.test(right)
}

function firstOf(text: string): string {
  return /^./su.exec(text)?.[0] ?? ''
}

function lastOf(text: string): string {
  return /.$/su.exec(text.slice(-2))?.[0] ?? ''
}

function fold(text: string): string {
  return appearanceOf(text)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
