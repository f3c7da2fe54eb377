import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Notification, NotificationEvent } from './entity.ts'
import { shortened } from './notify.ts'

/** A text that notifications of these accounts about these objects may show, and the text that takes its place. */
type Change = { userIds: readonly string[]; objectIds: readonly string[]; from: string; to: string }

/** The accounts that were notified of an object in this way. */
export async function noticedOf(tx: Tx, of: { kind: NoticeKind; objectId: string }): Promise<string[]> {
  const told = [...(await tx.em.find(Notification, of)), ...(await tx.em.find(NotificationEvent, of))]
  return [...new Set(told.map(({ userId }) => userId))]
}

/** Puts another preview in the place of one: its text was changed or taken away. */
export async function changePreview(tx: Tx, { userIds, objectIds, from, to }: Change): Promise<void> {
  const [shown, preview] = [shortened(from), shortened(to)]
  if (shown === preview) return
  // In one order everywhere, and never beside a delivery.
  for (const userId of [...new Set(userIds)].toSorted()) {
    await lock(tx, 'notifications', userId)
    const where = { userId, objectId: { $in: [...objectIds] }, preview: shown }
    const told = [...(await tx.em.find(Notification, where)), ...(await tx.em.find(NotificationEvent, where))]
    for (const one of told) one.preview = preview
  }
  await tx.flush()
}
