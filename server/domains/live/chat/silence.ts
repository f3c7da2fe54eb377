import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import type { Stream } from '../streams/entity.ts'
import { StreamModerator, StreamSanction } from './entity.ts'
import { maySilence } from './policy.ts'
import type { ChatRole } from './policy.ts'
import { standingIn } from './standings.ts'
import { tellStanding } from './tell-mode.ts'
import { notYourChat } from './texts.ts'

export const MODERATORS_MAX = 50

type Decision = { userId: string; role: ChatRole }

/**
 * Silences somebody in the chats of all streams of a creator: for some seconds, or with null until it is lifted. A timeout
 * leaves a ban as it is. The creator's ban ends the work of a moderator, too.
 */
export async function silence(tx: Tx, stream: Stream, decision: Decision & { seconds: number | null }): Promise<void> {
  const { performerId } = stream
  const { userId, seconds } = decision
  const target = await silencedRole(tx, stream, decision)
  const isBan = seconds === null
  if (isBan && target === 'moderator') await tx.em.nativeDelete(StreamModerator, { performerId, userId })
  const known = await tx.em.findOne(StreamSanction, { performerId, userId })
  if (known?.kind === 'ban' && !isBan) return
  const until = isBan ? null : new Date(tx.now.getTime() + seconds * 1000)
  const kind = isBan ? ('ban' as const) : ('timeout' as const)
  const fields = { kind, until, byId: requireActor(tx).userId, createdAt: tx.now }
  if (known) tx.em.assign(known, fields)
  else tx.em.create(StreamSanction, { performerId, userId, ...fields })
  tx.afterCommit(() => tellStanding(tx.app, stream.id, userId))
}

/** Ends a ban or a timeout. Somebody who has none stays as they are. */
export async function lift(tx: Tx, stream: Stream, decision: Decision): Promise<void> {
  const { userId } = decision
  await silencedRole(tx, stream, decision)
  await tx.em.nativeDelete(StreamSanction, { performerId: stream.performerId, userId })
  tx.afterCommit(() => tellStanding(tx.app, stream.id, userId))
}

/** Makes an account a moderator of all chats of a creator, which lifts what silenced it, or takes that from it again. */
export async function setModerator(
  tx: Tx,
  stream: Stream,
  { userId, role, isModerator }: Decision & { isModerator: boolean },
): Promise<void> {
  if (role !== 'creator') throw new Refusal('forbidden', 'Only the creator chooses moderators.')
  const { performerId } = stream
  if (userId === performerId) throw new Refusal('invalid', 'You are the creator of this chat.')
  await requireAccount(tx, userId)
  const key = { performerId, userId }
  const known = await tx.em.findOne(StreamModerator, key)
  if (isModerator && !known) {
    if ((await tx.em.count(StreamModerator, { performerId })) >= MODERATORS_MAX) {
      throw new Refusal('conflict', 'You have 50 moderators, which is the most.')
    }
    await tx.em.nativeDelete(StreamSanction, key)
    tx.em.create(StreamModerator, { ...key, createdAt: tx.now })
  }
  if (!isModerator && known) tx.em.remove(known)
  tx.afterCommit(() => tellStanding(tx.app, stream.id, userId))
}

/** The role of somebody who may be silenced by the actor. */
async function silencedRole(tx: Tx, stream: Stream, { userId, role }: Decision): Promise<ChatRole> {
  await requireAccount(tx, userId)
  const target = await standingIn(tx.em, stream, { userId, now: tx.now })
  if (!maySilence(role, target.role)) throw notYourChat()
  return target.role
}

async function requireAccount(tx: Tx, id: string): Promise<void> {
  if ((await tx.em.count(User, { id })) === 0) throw new Refusal('not-found', 'There is no such account.')
}
