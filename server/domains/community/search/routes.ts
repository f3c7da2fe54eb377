import {
  KeywordAdded,
  KeywordList,
  KeywordQuery,
  NewKeyword,
  SEARCH_FIRST,
  SEARCH_KINDS,
  SearchAnswer,
  SearchQuery,
} from '@vesper/sync/vesper/api/search.ts'
import type { SearchKind } from '@vesper/sync/vesper/api/search.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import { kindNamed } from '@vesper/sync/vesper/records/things.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import type { Cards, Search } from '../../../infra/things/thing.ts'
import { addKeyword, keywordPage, mayCount } from './keywords.ts'

const tag = 'Search'

const searchRoute = route({
  method: 'GET',
  path: '/search',
  who: 'any',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary: 'The first creators, posts, videos, galleries and products with these words, or pages of one kind',
  query: SearchQuery,
  answer: SearchAnswer,
  async handle({ app, viewer, query }) {
    const asked = { words: searchWords(query.q), onlooker: { ...viewer, now: app.clock() } }
    const page = query.in ? query : { current: 1, pageSize: SEARCH_FIRST }
    const kinds = query.in ? [query.in] : SEARCH_KINDS
    const found = await Promise.all(kinds.map(async (name) => [name, await searchKind(app, name, { ...asked, page })]))
    return Object.fromEntries(found) as SearchAnswer
  },
})

const addRoute = route({
  method: 'POST',
  path: '/search/keywords',
  who: 'any',
  limits: [{ points: 30, seconds: 60, by: 'ip' }],
  tag,
  summary: 'Count words that somebody has searched for',
  body: NewKeyword,
  answer: KeywordAdded,
  async handle({ app, actor, body, ip }) {
    const searcher = actor?.userId ?? limitKey(ip)
    const told = { keyword: body.keyword, searcher }
    if (await mayCount(app, told)) await transact(app, actor, (tx) => addKeyword(tx, told))
    return { success: true as const }
  },
})

const listRoute = route({
  method: 'GET',
  path: '/search/list/keywords',
  who: 'any',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary: 'The words that most people searched for in seven days; words of fewer than three people are left out',
  query: KeywordQuery,
  answer: KeywordList,
  handle: ({ app, query }) => keywordPage(app, query),
})

export const searchRoutes: Route[] = [searchRoute, addRoute, listRoute]

/** A page of the things of one kind, as the onlooker may see them. */
async function searchKind(app: App, name: SearchKind, search: Search): Promise<Cards> {
  const thing = app.domains.things.get(kindNamed('search', name))
  return (await thing?.search?.({ app, em: app.orm.em.fork() }, search)) ?? { data: [], total: 0 }
}
