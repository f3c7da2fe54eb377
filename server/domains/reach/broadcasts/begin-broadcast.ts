import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ReturnReason } from '@vesper/sync/vesper/records/broadcast.ts'
import { hiddenFiles } from '../../../content/hidden-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { filesOfMessage } from '../../talk/messages/attachments.ts'
import { Broadcast } from './entity.ts'
import { isKept } from './is-kept.ts'
import { moveOn } from './lock-broadcast.ts'
import { reachOf } from './reach-of.ts'

/**
 * Begins to send a message whose time has come: names its recipients, once. One that cannot go out is a draft again with the
 * reason, and its author is notified. One that is not due any more stays as it is.
 */
export async function beginBroadcast(tx: Tx, id: string): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const broadcast = await tx.em.findOneOrFail(Broadcast, { id }, { lockMode, refresh: true })
  const isDue = broadcast.goesAt && broadcast.goesAt <= tx.now
  if (!isDue || !['counting', 'scheduled'].includes(broadcast.state)) return
  if (await isKept(tx, broadcast)) return giveBack(tx, broadcast, null)
  const recipients = await recipientsOf(tx, broadcast)
  if (!Array.isArray(recipients)) return giveBack(tx, broadcast, recipients)
  moveOn(tx, broadcast, 'begin')
  await tx.em.flush()
  await tx.em.execute(
    `insert into broadcast_recipient (broadcast_id, user_id, state)
     select ?, id, 'waiting' from unnest(?::uuid[]) as r(id) on conflict do nothing`,
    [id, `{${recipients.join()}}`],
  )
}

/** `returned` is null for a restriction: its decision has the reason. */
async function giveBack(tx: Tx, broadcast: Broadcast, returned: ReturnReason | null): Promise<void> {
  moveOn(tx, broadcast, 'take-back')
  Object.assign(broadcast, { goesAt: null, returned, version: broadcast.version + 1 })
  const { id, performerId: userId, text: preview } = broadcast
  const object = { type: 'broadcast', id } as const
  await notify(tx, { userId, kind: 'system', actorId: null, object, event: 'broadcast-returned', preview })
}

async function recipientsOf(tx: Tx, broadcast: Broadcast): Promise<string[] | ReturnReason> {
  if (!(await areFilesFit(tx, broadcast))) return 'files'
  try {
    const { userIds } = await reachOf(tx.em, broadcast, tx.now)
    return userIds.length > 0 ? userIds : 'nobody'
  } catch (error) {
    if (error instanceof Refusal) return 'list'
    throw error
  }
}

/** Fans would pay for less than its author has written. */
async function areFilesFit(tx: Tx, { id, fileIds }: Broadcast): Promise<boolean> {
  if (fileIds.length === 0) return true
  const files = await filesOfMessage(tx.em, { id, broadcastId: id })
  if (files.length < fileIds.length || files.some(({ status }) => status !== 'ready')) return false
  return (await hiddenFiles(tx, fileIds)).size === 0
}
