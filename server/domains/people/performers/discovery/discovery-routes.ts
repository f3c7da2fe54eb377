import { PerformerList, PerformerSearch, RandomQuery, TopSearch } from '@vesper/sync/vesper/api/performers.ts'
import type { App } from '../../../../app.ts'
import { plainById } from '../../../../infra/database/plain-rows.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { User } from '../../accounts/entity.ts'
import { creatorsAmong } from '../queries.ts'
import { creatorPage, randomCreators } from './creator-page.ts'

const shared = {
  method: 'GET' as const,
  who: 'any' as const,
  limits: [{ points: 120, seconds: 60, by: 'account' as const }],
  tag: 'Performers',
  answer: PerformerList,
}

const searchRoute = route({
  ...shared,
  path: '/performers/user/search',
  summary: 'Creators by name',
  query: PerformerSearch,
  async handle({ app, viewer, query }) {
    const { categories } = await app.settings.read()
    return answerOf(app, await creatorPage(app.orm.em.fork(), { viewer, categories }, query))
  },
})

const topRoute = route({
  ...shared,
  path: '/performers/top',
  summary: 'Creators by a score of the last days, which is renewed every 10 minutes',
  query: TopSearch,
  async handle({ app, viewer, query }) {
    const { categories } = await app.settings.read()
    return answerOf(app, await creatorPage(app.orm.em.fork(), { viewer, categories }, query))
  },
})

const randomRoute = route({
  ...shared,
  path: '/performers/search/random',
  summary: 'Creators by chance, others in each minute; none that the account follows',
  query: RandomQuery,
  async handle({ app, viewer, query }) {
    const minute = Math.floor(app.clock().getTime() / 60_000)
    const asked = { seed: String(minute), viewer, limit: query.pageSize }
    return answerOf(app, await randomCreators(app.orm.em.fork(), asked))
  },
})

async function answerOf({ orm }: App, { ids, total }: { ids: readonly string[]; total: number }) {
  const em = orm.em.fork()
  const users = await plainById(em, User, ids)
  const data = await creatorsAmong(
    em,
    ids.flatMap((id) => users.get(id) ?? []),
  )
  return { data, total }
}

export const discoveryRoutes: Route[] = [searchRoute, topRoute, randomRoute]
