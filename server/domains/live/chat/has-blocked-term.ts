import { appearanceOf } from '@vesper/sync/vesper/records/visible-text.ts'

/** No text that people write unfolds so far. A longer one is looked at by a person: to search it would take too long. */
const FOLDED_MAX = 2_000
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
  if (folded.length > FOLDED_MAX) return true
  return [...new Set(terms.map(fold))].some((term) => hasTerm(folded, term))
}

function hasTerm(text: string, term: string): boolean {
  if (term === '') return false
  const [first, last] = [firstOf(term), lastOf(term)]
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const end = at + term.length
    const before = lastOf(text.slice(Math.max(0, at - 2), at))
    if (isEdge(before, first) && isEdge(last, firstOf(text.slice(end, end + 2)))) return true
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
