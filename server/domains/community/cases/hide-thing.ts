import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { HIDE, nothingToHide } from '../../../content/hidden-by-staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { showFilesOf } from '../../../infra/files/commands.ts'
import type { ThingId } from './thing-of.ts'

/**
 * Hides a thing from all but its author, who cannot show it again, or shows it as it was before, audited. Gives the state
 * before; null where nothing changed. Refuses as `not-found` a thing that is not there, as `invalid` an account.
 */
export async function hideThing(tx: Tx, { type, id }: ThingId, isHidden: boolean): Promise<string | null> {
  const thing = tx.app.domains.things.get(type)
  if (!thing) throw nothingToHide()
  if (!thing.hide) throw new Refusal('invalid', 'An account is not hidden. Suspend it.')
  const status = await thing.hide(tx, id, isHidden)
  if (status === null) return null
  if (!isHidden) await showFilesOf(tx, id)
  const action = isHidden ? HIDE : 'content.restore'
  audit(tx, { action, subjectId: id, before: { type, status }, after: { type, isHidden } })
  return status
}
