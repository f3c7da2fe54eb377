import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { endStream } from '../streams/commands.ts'
import { Stream } from '../streams/entity.ts'

/**
 * Takes a creator from their open stream for a private show: it shows them as away, or ends, as they have chosen. Refuses as
 * `conflict` while a group show runs, whose fans pay for it.
 */
export async function goAway(tx: Tx, performerId: string, isShownAway: boolean): Promise<void> {
  const stream = await lockOpenStream(tx, performerId)
  if (!stream) return
  if (stream.kind === 'group') throw new Refusal('conflict', 'End your group show first.')
  if (!isShownAway) {
    await endStream(tx, { id: stream.id, reason: 'performer' })
    return
  }
  tx.em.assign(stream, { isAway: true, updatedAt: tx.now })
  await tx.flush()
}

/** The open stream of a creator shows them again. */
export async function comeBack(tx: Tx, performerId: string): Promise<void> {
  const stream = await lockOpenStream(tx, performerId)
  if (!stream?.isAway) return
  tx.em.assign(stream, { isAway: false, updatedAt: tx.now })
  await tx.flush()
}

function lockOpenStream(tx: Tx, performerId: string): Promise<Stream | null> {
  const open = { performerId, kind: { $ne: 'private' as const }, status: { $ne: 'ended' as const } }
  return tx.em.findOne(Stream, open, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
