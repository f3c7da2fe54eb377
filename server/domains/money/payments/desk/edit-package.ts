import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Source, Tx } from '../../../../infra/database/transaction.ts'
import { changeSettings } from '../../../site/settings/commands.ts'
import type { SettingValues } from '../../../site/settings/defaults.ts'

type Package = SettingValues['tokenPackages'][number]

/**
 * Sells tokens in a package, changes one, or ends it with `made` null; audited. Refuses as `conflict` where the packages are no
 * more those that the person saw, as `not-found` the end of an unknown one, as `invalid` more
 * on top than half.
 */
export async function editPackage(
  tx: Tx,
  { id, version, made }: { id: string; version: number | null; made: Omit<Package, '_id'> | null },
): Promise<void> {
  // More would be a gift, which needs a second person.
  if (made && made.bonus > made.tokens / 2)
    throw new Refusal('invalid', 'A package gives at most half of its tokens on top.')
  await lock(tx, 'settings', '')
  if (version !== null && version !== (await packagesVersion(tx)))
    throw new Refusal('conflict', 'The packages have changed. Look at them again.')
  const { tokenPackages: known } = await tx.app.settings.readIn(tx)
  const before = known.find((one) => one._id === id) ?? null
  if (made === null && before === null) throw new Refusal('not-found', 'There is no such package.')
  const after = made && { _id: id, ...made }
  const others = known.filter((one) => one._id !== id)
  await changeSettings(tx, { tokenPackages: after ? [...others, after] : others })
  audit(tx, { action: after ? 'package.set' : 'package.off', subjectId: id, before, after })
}

/** The number of the latest change of the packages; 0 before the first. */
export async function packagesVersion({ em }: Pick<Source, 'em'>): Promise<number> {
  const [row] = await em.execute<{ version: number }[]>(`select version from setting where key = 'tokenPackages'`)
  return row?.version ?? 0
}
