import { Decision, DecisionList, LedgerQuery } from '@vesper/sync/vesper/api/ledger.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { LedgerEntry } from '../entity.ts'
import { listOptions } from '../../http/list.ts'
import { own } from '../../database/own.ts'

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
      const [entries, total] = await app.orm.em
        .fork()
        .findAndCount(LedgerEntry, { accountId: actor.userId }, listOptions({ ...query, sortBy: 'createdAt' }))
      return { data: entries.map(decisionView), total }
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
      return decisionView(await own({ em: app.orm.em.fork(), actor }, LedgerEntry, { id, message }))
    },
  }),
]

function decisionView({ id, name, lane, deviceId, createdAt, outcome }: LedgerEntry): Decision {
  const decided = { _id: id, name, lane: lane ?? null, device: deviceId, decidedAt: createdAt.toISOString() }
  if (outcome.status === 'applied') return { ...decided, status: 'applied' }
  return { ...decided, status: 'rejected', kind: outcome.kind, message: outcome.message }
}
