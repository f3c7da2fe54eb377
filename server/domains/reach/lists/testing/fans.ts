import { randomUUID } from 'node:crypto'
import type { FanRule } from '@vesper/sync/vesper/records/fan-list.ts'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Charge } from '../../../money/money/charges/entity.ts'
import { Follow } from '../../../people/follows/entity.ts'
import { Entitlement, Membership } from '../../../people/grants/entity.ts'
import { saveFanList } from '../commands.ts'

type Server = Pick<TestServer, 'app'>
type Pair = { fan: { id: string }; creator: { id: string } }

/** Has a fan follow a creator. */
export function follows({ app }: Server, { fan, creator }: Pair): Promise<unknown> {
  return transact(app, null, async ({ em, now }) =>
    em.create(Follow, { followerId: fan.id, performerId: creator.id, createdAt: now }),
  )
}

/** Gives a fan access to a creator until a moment, past or to come. */
export function member({ app }: Server, { fan, creator, until }: Pair & { until: Date }): Promise<unknown> {
  return transact(app, null, async ({ em, now }) =>
    em.create(Membership, {
      ...{ userId: fan.id, performerId: creator.id, kind: 'subscription', accessUntil: until },
      ...{ grantedAt: now, countedFrom: now, endedAt: null },
    }),
  )
}

type Paid = Pair & Partial<Pick<Charge, 'tokens' | 'tokenCents' | 'refundedTokens' | 'createdAt' | 'type' | 'targetId'>>

/** Writes a payment past the ledger, for rules that read charges alone. */
export function pays({ app }: Server, { fan, creator, ...given }: Paid): Promise<unknown> {
  return transact(app, null, async ({ em, now }) =>
    em.create(Charge, {
      ...{ id: v7(), fanId: fan.id, performerId: creator.id, type: 'tip', targetId: creator.id, orderId: null },
      ...{ tokens: 100, granted: 0, tokenCents: 5, taxBps: 0, commissionBps: 0, tax: 0, share: 0, revenue: 0 },
      ...{ availableAt: null, disputeId: null, payoutId: null, itemId: null, item: null, seconds: null },
      ...{ transferId: randomUUID(), createdAt: now, ...given },
    }),
  )
}

/** Gives a fan the right to a post as its purchase does. */
export function buys({ app }: Server, { fan, creator, postId }: Pair & { postId: string }): Promise<Entitlement> {
  const owned = { userId: fan.id, performerId: creator.id, objectType: 'feed' as const, objectId: postId }
  return transact(app, null, async ({ em, now }) =>
    em.create(Entitlement, { ...owned, source: 'purchase', grantedAt: now, revokedAt: null }),
  )
}

/** Makes a list by hand, or with a rule; answers its id. */
export async function makeList({ app }: Server, creator: Person, rule?: FanRule): Promise<string> {
  const _id = v7()
  const changes = { name: 'Regulars', ...(rule && { rule }) }
  await transact(app, creator.actor, (tx) => saveFanList(tx, { _id, kind: rule ? 'rule' : 'manual', changes }))
  return _id
}
