import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ShowRequest } from '@vesper/sync/vesper/api/live-shows.ts'
import type * as v from 'valibot'
import { requireForSale } from '../../../../content/require-for-sale.ts'
import { isKeptFrom } from '../../../../content/require-unrestricted.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { requireWithinBudget } from '../../../money/money/budget/require-within-budget.ts'
import { centsOfTokens, requireTokens } from '../../../money/money/charges/take.ts'
import { lockPurse } from '../../../money/money/wallets.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { noSuchCreator } from '../../../people/accounts/queries.ts'
import { findCreator } from '../../../people/performers/queries.ts'
import { Show } from '../entity.ts'
import { tellShowAfter } from '../tell-show.ts'
import { areApart, BUSY, isBusy, NO_PRIVATE, requireCap, requireRate, termsOf } from '../terms-of.ts'

/** An unanswered request ends after so long, in milliseconds. */
export const REQUEST_MS = 60_000

export const USED = 'This was used for something else.'
const ASKED = 'You have asked already. Wait for the answer.'

/**
 * Asks a creator for a private show, at the price of now; nothing is held yet. The same request again is the same. Refuses as
 * `not-found` a creator who is not open to the fan, as `conflict` one who takes no shows now, another price, a second
 * request, and an id of something else, as `invalid` less than the minimum, as `payment-required` a cap beyond the wallet.
 */
export async function requestShow(tx: Tx, asked: v.InferOutput<typeof ShowRequest>): Promise<Show> {
  const { userId: fanId } = requireActor(tx)
  const { _id: id, performerId, minutes, cap, rateSeen } = asked
  const known = await tx.em.findOne(Show, { id })
  if (known) return sameAs(known, { fanId, performerId, kind: 'private', cap, rate: rateSeen, minutes })
  const { rate, minimum } = await requireWilling(tx, { performerId, fanId })
  requireRate(rate, rateSeen)
  if (minutes < minimum) {
    const message = `The shortest show lasts ${minimum} minutes.`
    throw new Refusal('invalid', message, [{ path: 'minutes', message }])
  }
  requireCap(cap, rate * minimum)
  requireTokens(await lockPurse(tx, fanId), BigInt(cap))
  await requireWithinBudget(tx, { fanId, performerId, cents: await centsOfTokens(tx, cap) })
  const show = tx.em.create(Show, {
    ...{ id, kind: 'private', performerId, fanId, status: 'requested', rate, minimum, minutes, cap },
    expiresAt: new Date(tx.now.getTime() + REQUEST_MS),
    ...{ createdAt: tx.now, updatedAt: tx.now },
  })
  await insertShow(tx, ASKED)
  await notify(tx, {
    ...{ userId: performerId, kind: 'system', actorId: fanId, object: { type: 'show', id } },
    event: 'show-requested',
  })
  tellShowAfter(tx, show)
  return show
}

/** Writes a new show. Refuses as `conflict` in these words where another one stands in its place. */
export async function insertShow(tx: Tx, taken: string): Promise<void> {
  try {
    await tx.flush()
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? new Refusal('conflict', taken) : error
  }
}

type Same = Pick<Show, 'fanId' | 'kind' | 'cap' | 'rate'> & Partial<Show>

/** The show that an id names already. Refuses as `conflict` one that stands for something else. */
export function sameAs(known: Show, wanted: Same): Show {
  const isSame = (Object.keys(wanted) as (keyof Same)[]).every((field) => known[field] === wanted[field])
  if (!isSame) throw new Refusal('conflict', USED)
  return known
}

async function requireWilling(tx: Tx, { performerId, fanId }: { performerId: string; fanId: string }) {
  if (performerId === fanId) throw new Refusal('forbidden', 'You cannot pay yourself.')
  await findCreator(tx.em, performerId, requireActor(tx))
  if (await areApart(tx.em, performerId, fanId)) throw noSuchCreator()
  const terms = await termsOf(tx.em, performerId)
  if (!terms.acceptsPrivate || (await isKeptFrom(tx, performerId, 'publish'))) throw new Refusal('conflict', NO_PRIVATE)
  await requireForSale(tx, performerId)
  if (await isBusy(tx.em, performerId)) throw new Refusal('conflict', BUSY)
  return terms
}
