import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import { HIDE, nothingToHide } from '../../../content/hidden-by-staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { showFilesOf } from '../../../infra/files/commands.ts'
import { Report } from './entity.ts'

type Hideable = { type: KindWith<'hide'>; id: string }

/**
 * Hides a thing from all but its author, who cannot show it again, and settles the open reports on it. Gives false for one
 * that is hidden already. Refuses as `not-found` what is not there.
 */
export async function hide(tx: Tx, thing: Hideable): Promise<boolean> {
  return change(tx, thing, true)
}

/** Shows a thing as it was before it was hidden. Gives false for one that is not hidden. Refuses as `hide`. */
export async function restore(tx: Tx, thing: Hideable): Promise<boolean> {
  return change(tx, thing, false)
}

async function change(tx: Tx, { type, id }: Hideable, isHidden: boolean): Promise<boolean> {
  const thing = tx.app.domains.things.get(type)
  if (!thing?.hide) throw nothingToHide()
  const status = await thing.hide(tx, id, isHidden)
  if (status === null) return false
  if (!isHidden) await showFilesOf(tx, id)
  const action = isHidden ? HIDE : 'content.restore'
  audit(tx, { action, subjectId: id, before: { type, status }, after: { type, isHidden } })
  const [from, state] = isHidden ? (['open', 'actioned'] as const) : (['actioned', 'reversed'] as const)
  const settled = { state, decision: action, updatedAt: tx.now }
  await tx.em.nativeUpdate(Report, { objectType: type, objectId: id, state: from }, settled)
  await tx.flush()
  return true
}
