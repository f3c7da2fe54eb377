import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { Decision, DecisionList, LedgerQuery } from '@vesper/sync/vesper/api/ledger.ts'
import * as v from 'valibot'
import { own } from '../../database/own.ts'
import { entityPage } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { LedgerEntry } from '../entity.ts'

const tag = 'Sync'

/** [LEDGER-5] The stored outcomes of an account's mutations, for the account alone. */
export const ledgerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sync/mutations',
    who: 'user',
    tag,
    summary: 'What became of the changes that the account has sent, the latest first',
    query: LedgerQuery,
    answer: DecisionList,
    async handle({ app, actor, query }) {
      const em = app.orm.em.fork()
      const list = { entity: LedgerEntry, where: { accountId: actor.userId } }
      const { rows: entries, total } = await entityPage(em, list, { ...query, sortBy: 'createdAt' })
      const devices = await devicesOf(em, actor.userId, entries)
      return { data: entries.map((entry) => decisionView(entry, devices)), total }
    },
  }),
  route({
    method: 'GET',
    path: '/sync/mutations/{id}',
    who: 'owner',
    tag,
    summary: 'What became of one change of the account',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: Decision,
    async handle({ app, actor, params: { id } }) {
      const message = 'The server has not decided this change, or no longer knows of it.'
      const em = app.orm.em.fork()
      const entry = await own({ em, actor }, LedgerEntry, { id, message })
      return decisionView(entry, await devicesOf(em, actor.userId, [entry]))
    },
  }),
]

type SeenDevice = { deviceId: string; userAgent: string | null; seenAt: Date }

/** The devices of an account that sent these, by id, as they were last heard of. */
async function devicesOf(
  em: SqlEntityManager,
  accountId: string,
  entries: readonly LedgerEntry[],
): Promise<ReadonlyMap<string, SeenDevice>> {
  const ids = [...new Set(entries.map(({ deviceId }) => deviceId))]
  const seen = await em.execute<SeenDevice[]>(
    `select d.device_id as "deviceId", s.user_agent as "userAgent", d.last_seen_at as "seenAt"
     from device d left join session s on s.id = d.session_id and s.user_id = d.account_id
     where d.account_id = ? and d.device_id = any(?::uuid[])`,
    [accountId, `{${ids.join()}}`],
  )
  return new Map(seen.map((device) => [device.deviceId, device]))
}

function decisionView(
  { id, name, lane, deviceId, createdAt, outcome }: LedgerEntry,
  devices: ReadonlyMap<string, SeenDevice>,
): Decision {
  const device = devices.get(deviceId)
  const decided = {
    ...{ _id: id, name, lane: lane ?? null, device: deviceId, decidedAt: createdAt.toISOString() },
    userAgent: device?.userAgent ?? null,
    deviceSeenAt: device ? new Date(device.seenAt).toISOString() : null,
  }
  if (outcome.status === 'applied') return { ...decided, status: 'applied' }
  return { ...decided, status: 'rejected', kind: outcome.kind, message: outcome.message }
}
