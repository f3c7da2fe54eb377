import type { SearchWord } from '@vesper/sync/vesper/records/search-words.ts'

/** A condition in SQL with its parameters. */
type SqlMatch = { sql: string; params: readonly string[] }

/** Shorter words tell too little for names that are spelled alike. */
const TELLING = 4

/** Queries for words that begin with a word, and for the word itself. */
const BEGINNING = `to_tsquery('simple', '''' || search_folded(?) || ' '':*')`
const WHOLE = `to_tsquery('simple', '''' || search_folded(?) || ' ''')`

/** SQL of a text that is searched: folded, folded in Latin letters, and folded with its words apart. */
type Searched = { folded: string; grams: string; words: string }

/** A text that is folded when it is compared. */
export function written(text: string): Searched {
  return { folded: `search_folded(${text})`, grams: `search_grams(${text})`, words: `search_words(${text})` }
}

/** The names of an account: `account` is the alias of the table "user". */
export function namesOf(account: string): string {
  return `${account}.name || ' ' || coalesce(${account}.username, '')`
}

/** The names of a creator, which stand folded beside them: to fold them takes longer than all else of a search. */
export function nameText(creator: string): Searched {
  const folded = `${creator}.search_name`
  return { folded, grams: `search_latin(${folded})`, words: `search_parted(${folded})` }
}

/** The text of an asset that is searched: its title and its tags, which everybody may read. */
export function titleText(asset: string): Searched {
  return written(`search_joined(${asset}.title, ${asset}.tags)`)
}

/** The text of a post that is searched. */
export function postText(post: string): Searched {
  return written(`search_joined(${post}.text, ${post}.tags)`)
}

/** Matches names that contain every word, as `nameHasWords` does on devices. */
export function namesMatch(text: Searched, words: readonly SearchWord[]): SqlMatch | null {
  return allOf(
    words.map(({ word, kind }) => {
      if (kind === 'anywhere') return inRun(text, word)
      return kind === 'part' ? contains(text, word) : begins(text, word)
    }),
  )
}

/** Matches texts of a list that contain every word anywhere: a list is narrowed by other conditions. */
export function listMatch(text: Searched, words: readonly SearchWord[]): SqlMatch {
  const matches = words.map(({ word, kind }) => (kind === 'part' ? contains(text, word) : isWithin(text, word)))
  // Signs alone are no words.
  return allOf(matches) ?? { sql: 'false', params: [] }
}

/** Matches titles that contain every word, short ones as whole words. */
export function titlesMatch(text: Searched, words: readonly SearchWord[]): SqlMatch | null {
  return allOf(words.map((word) => (word.kind === 'part' ? contains(text, word.word) : wordMatch(text, word))))
}

/** Matches texts with words that begin with the words of the search, as `textHasWords` does on devices. */
export function textMatches(text: Searched, words: readonly SearchWord[]): SqlMatch | null {
  return allOf(words.map((word) => wordMatch(text, word)))
}

/** Matches names that are spelled alike; null where no word is long enough to tell. */
export function namesAreAlike(text: Searched, words: readonly SearchWord[]): SqlMatch | null {
  const isTelling = words.some(({ word }) => word.length >= TELLING) && words.every(({ kind }) => kind === 'part')
  if (!isTelling) return null
  return { sql: `search_grams(?) <% ${text.grams}`, params: [words.map(({ word }) => word).join(' ')] }
}

function wordMatch(text: Searched, { word, kind }: SearchWord): SqlMatch {
  if (kind === 'anywhere') return inRun(text, word)
  return kind === 'whole' ? { sql: `${wordsOf(text)} @@ ${WHOLE}`, params: [word] } : begins(text, word)
}

/** The index has the pairs of neighbours of a run: only the text itself says whether those of a longer word stand together. */
function inRun(text: Searched, word: string): SqlMatch {
  const [first = '', ...rest] = word
  if (rest.length === 0) return begins(text, word)
  const pairs = rest.map((character, index) => (index === 0 ? first : (rest[index - 1] ?? '')) + character)
  const sql = `${wordsOf(text)} @@ (${pairs.map(() => WHOLE).join(' && ')})`
  if (pairs.length === 1) return { sql, params: pairs }
  const within = isWithin(text, word)
  return { sql: `(${sql} and ${within.sql})`, params: [...pairs, ...within.params] }
}

function contains(text: Searched, word: string): SqlMatch {
  // The trigrams take letters of two scripts for one: the text itself decides.
  const within = isWithin(text, word)
  const sql = `${text.grams} like '%' || search_grams(?) || '%' and ${within.sql}`
  return { sql, params: [word, ...within.params] }
}

function isWithin(text: Searched, word: string): SqlMatch {
  return { sql: `${text.folded} like '%' || search_folded(?) || '%'`, params: [word] }
}

function begins(text: Searched, word: string): SqlMatch {
  return { sql: `${wordsOf(text)} @@ ${BEGINNING}`, params: [word] }
}

/** The words of a text, as its index has them. */
function wordsOf({ words }: Searched): string {
  return `to_tsvector('simple', ${words})`
}

function allOf(matches: readonly SqlMatch[]): SqlMatch | null {
  if (matches.length === 0) return null
  return { sql: `(${matches.map(({ sql }) => sql).join(' and ')})`, params: matches.flatMap(({ params }) => params) }
}
