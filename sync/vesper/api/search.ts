import * as v from 'valibot'
import type { NameFor } from '../records/things.ts'
import { Done, listOf, listQuery, queryChoice, queryInteger, storable, visible, whole } from './fields.ts'
import { searchLists } from './thing-lists.ts'

export type SearchKind = NameFor<'search'>

/** The kinds of things that a search finds, in the order in which they are shown. */
export const SEARCH_KINDS = Object.keys(searchLists) as readonly SearchKind[]

const SEARCH_TEXT_MAX = 100
/** Things of each kind in an answer about all kinds. */
export const SEARCH_FIRST = 5
/** A kind counts what it finds up to here, and has pages up to here. */
export const SEARCH_TOTAL_MAX = 200

/** `GET /search`: the first of each kind, or with `in` the pages of one kind. */
export const SearchQuery = v.object({
  q: v.pipe(
    v.string('Enter a word to search for.'),
    whole,
    v.trim(),
    visible('Enter a word to search for.'),
    v.maxLength(SEARCH_TEXT_MAX, 'Search for at most 100 characters.'),
    storable,
  ),
  in: v.optional(queryChoice(SEARCH_KINDS)),
  current: queryInteger(1, 1, 100),
  pageSize: queryInteger(24, 1, 50),
})

/** Each kind that was asked for. `total` counts to SEARCH_TOTAL_MAX. */
export const SearchAnswer = v.partial(v.object(searchLists))
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>

const KEYWORD_MAX = 60

/** `POST /search/keywords`: words that somebody has searched for, as others may read them. */
export const NewKeyword = v.object({
  keyword: v.pipe(
    v.string(),
    whole,
    v.transform((text) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()),
    v.minLength(2, 'A keyword has at least 2 characters.'),
    v.maxLength(KEYWORD_MAX, 'A keyword has at most 60 characters.'),
    v.regex(/^[\p{L}\p{M}\p{N} '’&.,_-]+$/u, 'A keyword has only letters, digits and spaces.'),
  ),
})
export const KeywordAdded = Done

/** `GET /search/list/keywords`: the words that most accounts searched for in seven days. */
export const KeywordQuery = listQuery(['count', 'keyword'])
export const KeywordList = listOf(v.object({ keyword: v.string(), count: v.number() }))
