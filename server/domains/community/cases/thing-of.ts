import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { nothingToHide } from '../../../content/hidden-by-staff.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { Snapshot } from '../../../infra/things/thing.ts'

/** One thing or account that staff decide on. */
export type ThingId = { type: ReportTarget; id: string }

/** The account that is responsible for a thing, and the thing as that account sees it. Refuses as `not-found`. */
export async function thingOf(tx: Tx, { type, id }: ThingId): Promise<{ ownerId: string; snapshot: Snapshot }> {
  const thing = tx.app.domains.things.get(type)
  const row = await thing?.find(tx, id)
  if (!thing || !row) throw nothingToHide()
  const ownerId = thing.owner(row)
  const seen = await thing.snapshot?.(tx, { userId: ownerId, now: tx.now }, row)
  return { ownerId, snapshot: seen ?? { text: '' } }
}
