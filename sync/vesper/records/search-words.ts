import { folded } from './folded-text.ts'

/** Classes of characters for `RegExp` and for PostgreSQL, which have to find the same. */
export const SPACELESS_CLASS = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u17dc\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\ud7b0-\ud7ff\uf900-\ufaff`
/** `U.S.A.`: letters that stand alone between full stops make one word. */
export const ACRONYM = '(?<![a-z0-9])([a-z])[.](?=[a-z](?![a-z0-9]))'

/** Han beyond the first plane, which `RegExp` and PostgreSQL write differently. */
const SPACELESS = new RegExp(`[${SPACELESS_CLASS}\\u{20000}-\\u{3ffff}]+`, 'gu')
const ACRONYMS = new RegExp(ACRONYM, 'g')
const APART = /[^\p{L}\p{M}\p{N}]+/gu

/** Letters that the trigrams of the server have Latin ones for. */
const HAS_TRIGRAM = /[a-z0-9\u0621-\u064a\u067e\u0686\u0698\u06af\u0430-\u044f\u0456\u03b1-\u03c9\u05d0-\u05ea]{3}/u

const WORDS_MAX = 8
/** Characters. A shorter word counts as a whole word only. */
const LONG = 3

/**
 * How a word of a search is found. Scripts without blanks between words are found `anywhere` in a run of theirs. A `part` of a
 * word can be found in names and titles, of other scripts only its `beginning`. A short word is found as a `whole`.
 */
export type WordKind = 'anywhere' | 'part' | 'beginning' | 'whole'

export type SearchWord = { word: string; kind: WordKind }

/** The words of a search, at most eight. */
export function searchWords(text: string): SearchWord[] {
  return runsOf(text)
    .slice(0, WORDS_MAX)
    .map((word) => ({ word, kind: kindOf(word) }))
}

/** True where `text` has every word, as it is found in the text of a post. Texts without words of a search have none. */
export function textHasWords(text: string, words: readonly SearchWord[]): boolean {
  return hasAll(runsOf(text), words, (run, { word, kind }) => {
    if (kind === 'anywhere') return run.includes(word)
    return kind === 'whole' ? run === word : run.startsWith(word)
  })
}

/** True where a name has every word. The beginnings of names are often short. */
export function nameHasWords(name: string, words: readonly SearchWord[]): boolean {
  return hasAll(runsOf(name), words, (run, { word, kind }) =>
    kind === 'anywhere' || kind === 'part' ? run.includes(word) : run.startsWith(word),
  )
}

function hasAll(
  runs: readonly string[],
  words: readonly SearchWord[],
  fits: (run: string, word: SearchWord) => boolean,
): boolean {
  return words.length > 0 && words.every((word) => runs.some((run) => fits(run, word)))
}

/** Words between blanks and signs, and each run of a script without blanks. */
function runsOf(text: string): string[] {
  return folded(text)
    .replace(ACRONYMS, '$1')
    .replace(APART, ' ')
    .replace(SPACELESS, ' $& ')
    .split(' ')
    .filter((run) => run !== '')
}

function kindOf(word: string): WordKind {
  if (word.search(SPACELESS) === 0) return 'anywhere'
  if (word.length < LONG) return 'whole'
  return HAS_TRIGRAM.test(word) ? 'part' : 'beginning'
}
