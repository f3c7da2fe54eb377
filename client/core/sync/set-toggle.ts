import type { CollectionOf } from '@vesper/sync/engine/model.ts'
import type { VesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import type { Sync } from './sync.ts'

/** A mutation that turns one row on or off, in a lane of its own. */
export type Intention = {
  lane: string
  collection: CollectionOf<VesperModel>
  rowId: string
  queue: () => Promise<{ id: string }>
}

/**
 * Queues what is meant, offline too. A refused earlier intention is dropped: this one takes its place. An intention
 * that is undone before it was sent leaves nothing to send.
 */
export async function setToggle(
  { db, discard }: Pick<Sync, 'db' | 'discard'>,
  { lane, collection, rowId, queue }: Intention,
): Promise<void> {
  const inLane = db.outbox.where('lane').equals(lane)
  const refused = (await inLane.toArray()).filter(({ state }) => state === 'rejected')
  for (const { id } of refused) await discard(id)
  const { id } = await queue()
  // The lane first: what is under way leaves it in the transaction that changes the server's row, so a row that is read
  // after a lane without it is as new as that lane. Read before, it is the row from before the answer.
  const isAlone = (await inLane.count()) === 1
  const isUndone = isAlone && !(await db.base.get([collection, rowId]))
  if (isUndone) await discard(id)
}
