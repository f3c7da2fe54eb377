import { BlockedCountries, BlockList, BlockQuery, CountryCheckQuery, NewBlock } from '@vesper/sync/vesper/api/blocks.ts'
import { CountryCheck } from '@vesper/sync/vesper/api/country-check.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { Block } from '@vesper/sync/vesper/records/block.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { Performer } from '../../people/performers/entity.ts'
import { setBlock, setBlockedCountries } from './commands.ts'
import { blockPage, blockRows } from './queries.ts'
import { blockView } from './views.ts'

const tag = 'Blocks'

const blockRoute = route({
  method: 'POST',
  path: '/block/users',
  who: 'performer',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Block a fan; the same fan again changes the reason',
  body: NewBlock,
  answer: Block,
  async handle({ app, actor, body: { userId, reason } }) {
    await transact(app, actor, (tx) => setBlock(tx, { userId, blocked: true, reason }))
    const [row] = await blockRows(app.orm.em.fork(), actor.userId, [userId])
    if (!row) throw new Error('a block was removed as it was made')
    return blockView(row)
  },
})

const unblockRoute = route({
  method: 'DELETE',
  path: '/block/users/{id}',
  who: 'performer',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Block a fan no longer; one who is not blocked is unblocked already',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => setBlock(tx, { userId: params.id, blocked: false, reason: '' }))
    return { success: true as const }
  },
})

const listRoute = route({
  method: 'GET',
  path: '/block/users',
  who: 'performer',
  tag,
  summary: 'Whom the creator blocks, by default the latest first',
  query: BlockQuery,
  answer: BlockList,
  async handle({ app, actor, query }) {
    const { rows, total } = await blockPage(app.orm.em.fork(), actor.userId, query)
    return { data: rows.map(blockView), total }
  },
})

const countriesRoute = route({
  method: 'POST',
  path: '/block/countries',
  who: 'performer',
  limits: [{ points: 30, seconds: 60, by: 'account' }],
  tag,
  summary: 'Block these countries and no others',
  body: BlockedCountries,
  answer: BlockedCountries,
  async handle({ app, actor, body }) {
    return { countryCodes: await transact(app, actor, (tx) => setBlockedCountries(tx, body.countryCodes)) }
  },
})

const checkRoute = route({
  method: 'GET',
  path: '/block/countries/check',
  who: 'any',
  staysOpen: true,
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary:
    'Tells if the site, or a creator, is closed to the caller’s country; for the site, a proxy may name the address in `client-ip`',
  query: CountryCheckQuery,
  answer: CountryCheck,
  async handle({ app, query: { performerId }, ip, toldAddress }) {
    // A caller who names addresses would learn each country that a creator has blocked.
    const country = app.countryOf(performerId === undefined ? toldAddress : ip)
    const checked = { blocked: country !== null && (await isClosed(app, country, performerId)), country }
    return { ...checked, data: checked }
  },
})

/** The site, or this creator, is closed to a country. */
async function isClosed(app: App, country: string, performerId: string | undefined): Promise<boolean> {
  const { blockedCountries } = await app.settings.read()
  if (blockedCountries.includes(country)) return true
  if (performerId === undefined) return false
  const closed = { userId: performerId, blockedCountries: { $contains: [country] } }
  return (await app.orm.em.fork().count(Performer, closed)) > 0
}

export const blockRoutes: Route[] = [blockRoute, unblockRoute, listRoute, countriesRoute, checkRoute]
