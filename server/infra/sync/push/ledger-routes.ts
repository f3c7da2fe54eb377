import { Decision, DecisionList, LedgerQuery } from '@vesper/sync/vesper/api/ledger.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { LedgerEntry } from '../entity.ts'

const tag = 'Sync'

/** [LEDGER-5] What the server remembers of an account's mutations, for the account alone. */
export const ledgerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sync/mutations',
    who: 'user',
    tag,
    summary: 'What became of the changes that the account has sent, the latest first',
    query: LedgerQuery,
    answer: DecisionList,
    async handle({ app, actor, query: { current, pageSize, sort } }) {
      const [entries, total] = await app.orm.em
        .fork()
        .findAndCount(
          LedgerEntry,
          { accountId: actor.userId },
          { orderBy: { createdAt: sort, id: sort }, limit: pageSize, offset: (current - 1) * pageSize },
        )
      return { data: entries.map(decisionView), total }
    },
  }),
  route({
    method: 'GET',
    path: '/sync/mutations/{id}',
    who: 'user',
    tag,
    summary: 'What became of one change of the account',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: Decision,
    async handle({ app, actor, params: { id } }) {
      const entry = await app.orm.em.fork().findOne(LedgerEntry, { id, accountId: actor.userId })
      if (!entry) throw new Refusal('not-found', 'The server has not decided this change, or no longer knows of it.')
      return decisionView(entry)
    },
  }),
]

function decisionView({ id, name, lane, deviceId, createdAt, outcome }: LedgerEntry): Decision {
  const decided = { _id: id, name, lane: lane ?? null, device: deviceId, decidedAt: createdAt.toISOString() }
  if (outcome.status === 'applied') return { ...decided, status: 'applied' }
  return { ...decided, status: 'rejected', kind: outcome.kind, message: outcome.message }
}
