import { folded } from '@vesper/sync/vesper/records/folded-text.ts'

/** A condition in SQL with its parameters. */
type SqlMatch = { sql: string; params: readonly string[] }

const WORDS_MAX = 8
/** Shorter words match the beginnings of names only. */
const LONG = 3

/** Letters that `search_grams` has Latin ones for. Runs of three have trigrams. */
const HAS_TRIGRAM = /[a-z0-9\u0621-\u064a\u067e\u0686\u0698\u06af\u0430-\u044f\u0456\u03b1-\u03c9\u05d0-\u05ea]{3}/u
/** Writing in which few letters make a word, and no blanks stand between words. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Queries for words that begin with a word, and for the word itself. */
const BEGINNING = `to_tsquery('simple', '''' || search_folded(?) || ' '':*')`
const WHOLE = `to_tsquery('simple', '''' || search_folded(?) || ' ''')`

/** The words of a search, at most eight: folded, and cut where `search_folded` has blanks. */
export function searchWords(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}

/** The text of names that is searched: `account` is the alias of the table "user". */
export function nameText(account: string): string {
  return `${account}.name || ' ' || coalesce(${account}.username, '')`
}

/** The text of an asset that is searched: its title and its tags, which everybody may read. */
export function titleText(asset: string): string {
  return `search_joined(${asset}.title, ${asset}.tags)`
}

/** The words of a post, as its index has them. */
export function postWords(post: string): string {
  return `to_tsvector('simple', search_folded(search_joined(${post}.text, ${post}.tags)))`
}

/** Matches names that contain every word. A short word matches where a word of the name begins with it. */
export function namesMatch(text: string, words: readonly string[]): SqlMatch | null {
  return allOf(words.map((word) => (isLong(word) ? contains(text, word) : begins(wordsOf(text), word))))
}

/** Matches texts of a list that contain every word, short ones too: a list is narrowed by other conditions. */
export function listMatch(text: string, words: readonly string[]): SqlMatch {
  const plain = (word: string) => ({
    sql: `search_folded(${text}) like '%' || search_folded(?) || '%'`,
    params: [word],
  })
  // Signs alone are no words.
  return allOf(words.map((word) => (isLong(word) ? contains(text, word) : plain(word)))) ?? { sql: 'false', params: [] }
}

/** Matches titles that contain every word of three letters. */
export function titlesMatch(text: string, words: readonly string[]): SqlMatch | null {
  return allOf(words.filter(isLong).map((word) => contains(text, word)))
}

/**
 * Matches the words of a text, `tsvector`, that begin with the words of the search. Short words count only beside a long
 * one, and as whole words.
 */
export function textMatches(tsvector: string, words: readonly string[]): SqlMatch | null {
  if (!words.some(isLong)) return null
  const queries = words.map((word) => (isLong(word) ? BEGINNING : WHOLE))
  return { sql: `${tsvector} @@ (${queries.join(' && ')})`, params: words }
}

/** Matches names that are spelled alike; null where no word is long enough to tell. */
export function namesAreAlike(text: string, words: readonly string[]): SqlMatch | null {
  const isTelling = words.some((word) => word.length > LONG) && words.every((word) => HAS_TRIGRAM.test(word))
  if (!isTelling) return null
  return { sql: `search_grams(?) <% search_grams(${text})`, params: [words.join(' ')] }
}

function isLong(word: string): boolean {
  return word.length >= LONG || IDEOGRAPHIC.test(word)
}

function contains(text: string, word: string): SqlMatch {
  // Words of other scripts have no trigrams, so they match where a word begins.
  if (!HAS_TRIGRAM.test(word)) return begins(wordsOf(text), word)
  // The trigrams take letters of two scripts for one: the text itself decides.
  const sql = `search_grams(${text}) like '%' || search_grams(?) || '%'
    and search_folded(${text}) like '%' || search_folded(?) || '%'`
  return { sql, params: [word, word] }
}

function begins(tsvector: string, word: string): SqlMatch {
  return { sql: `${tsvector} @@ ${BEGINNING}`, params: [word] }
}

function wordsOf(text: string): string {
  return `to_tsvector('simple', search_folded(${text}))`
}

function allOf(matches: readonly SqlMatch[]): SqlMatch | null {
  if (matches.length === 0) return null
  return { sql: `(${matches.map(({ sql }) => sql).join(' and ')})`, params: matches.flatMap(({ params }) => params) }
}
