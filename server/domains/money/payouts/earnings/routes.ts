import { EarningQuery, EarningStats, SaleList, StatsQuery } from '@vesper/sync/vesper/api/earnings.ts'
import { readSnapshot } from '../../../../infra/database/read-snapshot.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { salePage } from './sale-page.ts'
import { earningStats } from './stats.ts'
import { saleView } from './views.ts'

const tag = 'Earnings'

const statsRoute = route({
  method: 'GET',
  path: '/performer/earning/stats',
  whileSuspended: true,
  who: 'performer',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary: 'What the creator has earned in a range of days, and the balances of now',
  query: StatsQuery,
  answer: EarningStats,
  async handle({ app, actor, query }) {
    const { currency } = await app.settings.read()
    const asked = { query, currency, now: app.clock() }
    return readSnapshot(app, (em) => earningStats(em, actor.userId, asked))
  },
})

const salesRoute = route({
  method: 'GET',
  path: '/performer/earning/search',
  who: 'performer',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary: 'Each sale of the creator, with its parts, the day it is free and the payout that paid it',
  query: EarningQuery,
  answer: SaleList,
  async handle({ app, actor, query }) {
    const { currency } = await app.settings.read()
    const page = await salePage(app.orm.em.fork(), actor.userId, { query, now: app.clock() })
    return {
      data: page.charges.map((charge) => saleView(charge, page.sideOf(charge.fanId), currency)),
      total: page.total,
    }
  },
})

export const earningRoutes: Route[] = [statsRoute, salesRoute]
