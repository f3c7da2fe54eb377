import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireUnrestricted } from '../../../../content/require-unrestricted.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { hold } from '../../../money/money/holds/commands.ts'
import type { HoldRequest } from '../../../money/money/holds/commands.ts'
import { User } from '../../../people/accounts/entity.ts'
import { beginStream } from '../../streams/commands.ts'
import { nodeOf } from '../../streams/node-of.ts'
import type { Show } from '../entity.ts'
import { dropShow } from '../finish-show.ts'
import { goAway } from '../go-away.ts'
import { lockOwnShow } from '../lock-show.ts'
import { isOpenShow, requireStep } from '../require-step.ts'
import { tellShowAfter } from '../tell-show.ts'
import { areApart, isBusy, termsOf } from '../terms-of.ts'

/** Both sides have so long to connect, in milliseconds. */
export const CONNECT_MS = 30_000
/** Tokens of a show come back after so long at the latest, whatever happens to the server. */
const HELD_MS = 24 * 60 * 60 * 1000

/** When a hold that begins or grows now is released by itself. */
export function heldUntil(tx: Tx): Date {
  return new Date(tx.now.getTime() + HELD_MS)
}

/**
 * Accepts a request: the tokens of the minimum are held, the room is opened, and the creator's other stream shows them as
 * away. Accepted again it is the same show. Where the fan's wallet has not the tokens any more, the request has failed, and
 * its words are answered in the place of the show. Refuses as `not-found` a request of another creator, as `conflict` one
 * that is over and a second show at once.
 */
export async function acceptShow(tx: Tx, requestId: string): Promise<{ show: Show; failure: Refusal | null }> {
  const show = await lockOwnShow(tx, requestId, 'performer')
  if (isOpenShow(show.status)) return { show, failure: null }
  requireStep(show.status, 'accepted')
  const { id, performerId, fanId, rate, minimum } = show
  if (show.expiresAt != null && show.expiresAt <= tx.now) throw new Refusal('conflict', 'This request has expired.')
  // Two requests that are accepted at once: the second finds the show of the first.
  await lock(tx, 'show', performerId)
  if (await isBusy(tx.em, performerId)) throw new Refusal('conflict', 'You are in a private show already.')
  await requireFan(tx, { performerId, fanId })
  // Before the tokens are held, which would refuse in the words for fans.
  for (const deed of ['publish', 'sell'] as const) await requireUnrestricted(tx, performerId, deed)
  const tokens = rate * minimum
  const failure = await tryHold(tx, { id, fanId, performerId, tokens, cap: show.cap })
  if (failure) {
    show.endedReason = 'balance'
    await dropShow(tx, show, 'failed')
    return { show, failure }
  }
  // A stream that begins at this moment is seen, or sees the show.
  await lock(tx, 'streams', performerId)
  const { awayDuringPrivate } = await termsOf(tx.em, performerId)
  await goAway(tx, performerId, awayDuringPrivate)
  const open = { kind: 'private', title: 'Private show', access: 'public', price: null, rate, record: false } as const
  await beginStream(tx, { id, performerId, ...open })
  tx.em.assign(show, {
    ...{ status: 'accepted', streamId: id, held: tokens, node: nodeOf(tx.app), aliveAt: tx.now, acceptedAt: tx.now },
    ...{ expiresAt: new Date(tx.now.getTime() + CONNECT_MS), updatedAt: tx.now },
  })
  await tx.flush()
  tellShowAfter(tx, show)
  return { show, failure: null }
}

type Held = Pick<HoldRequest, 'id' | 'fanId' | 'performerId' | 'tokens' | 'cap'>

/** Holds the tokens; answers why that cannot be. */
async function tryHold(tx: Tx, held: Held): Promise<Refusal | null> {
  try {
    await hold(tx, { ...held, expiresAt: heldUntil(tx) })
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'conflict') throw error
    return new Refusal('payment-required', 'This fan does not have enough tokens any more.')
  }
}

async function requireFan(tx: Tx, { performerId, fanId }: Pick<Show, 'performerId' | 'fanId'>): Promise<void> {
  const fan = await tx.em.findOne(User, { id: fanId, status: 'active' })
  if (!fan || (await areApart(tx.em, performerId, fanId))) {
    throw new Refusal('conflict', 'This fan cannot watch you any more. Decline the request.')
  }
}
