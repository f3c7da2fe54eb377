import { createHmac } from 'node:crypto'
import type { KeywordQuery } from '@vesper/sync/vesper/api/search.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import { createSharedLimit } from '../../../infra/http/limits/shared-limit.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'

const KEPT_DAYS = 90
/** Words of fewer people could tell who they are. */
const SEARCHERS_MIN = 3

/** Keywords of one account or address in a day. More would fill the table, and are left out. */
const limitOf = appState(({ orm }) => createSharedLimit(orm, { name: 'search-keywords', points: 100, seconds: 86_400 }))
/** Others may read what is counted: an address, a page or a number may say who somebody is. */
const PERSONAL = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}|(?:\p{N}[^\p{N}]*){5}/u

/** Tells if a keyword is counted: it looks not personal, and its searcher has not sent too many of them today. */
export async function mayCount(
  app: App,
  { keyword, searcher }: { keyword: string; searcher: string },
): Promise<boolean> {
  if (PERSONAL.test(keyword)) return false
  if (app.config.rateLimits === 'off') return true
  try {
    await limitOf(app).count(searcher)
    return true
  } catch (error) {
    if (error instanceof RateLimited) return false
    throw error
  }
}

/** Counts a keyword for today. `searcher` is an account or an address, of which the database learns a keyed hash. */
export async function addKeyword(
  { app, em, now }: Tx,
  { keyword, searcher }: { keyword: string; searcher: string },
): Promise<void> {
  const hash = createHmac('sha256', app.secret[0].secret)
    .update(`search keyword ${searcher}`)
    .digest('hex')
    .slice(0, 32)
  await em.execute(
    `insert into search_keyword (keyword, day, searcher) values (?, (?::timestamptz at time zone 'UTC')::date, ?)
     on conflict (keyword, day, searcher) do update set count = search_keyword.count + 1`,
    [keyword, now, hash],
  )
}

/** Keywords of the last seven days by the number of people who searched for them. */
export async function keywordPage(
  { orm, clock }: App,
  { q, ...list }: v.InferOutput<typeof KeywordQuery>,
): Promise<{ data: { keyword: string; count: number }[]; total: number }> {
  const { rows, total } = await sqlPage<{ keyword: string; count: number }, (typeof list)['sortBy']>(
    orm.em.fork(),
    {
      select: 'k.keyword, count(distinct k.searcher)::int as count',
      from: 'search_keyword k',
      where: `k.day > (?::timestamptz at time zone 'UTC')::date - 7 and k.keyword like ?
        group by k.keyword having count(distinct k.searcher) >= ?`,
      params: [clock(), containing(q.toLowerCase()), SEARCHERS_MIN],
      sortable: { count: 'count(distinct k.searcher)', keyword: 'k.keyword' },
      tieBreak: 'k.keyword',
    },
    list,
  )
  return { data: rows, total }
}

export const forgetKeywordsJob: RecurringJob = {
  kind: 'recurring',
  name: 'search.forget-keywords',
  everySeconds: 24 * 60 * 60,
  run: (app) => forgetKeywords(app),
}

/** Deletes keywords that are older than 90 days. */
export async function forgetKeywords({ orm, clock }: App): Promise<void> {
  await orm.em
    .fork()
    .execute(`delete from search_keyword where day < (?::timestamptz at time zone 'UTC')::date - ?::int`, [
      clock(),
      KEPT_DAYS,
    ])
}
