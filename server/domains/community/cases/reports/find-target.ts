import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { NewReport } from '@vesper/sync/vesper/api/reports.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Snapshot } from '../../../../infra/things/thing.ts'

/** The account that is responsible for an object, and the object as the reporter saw it. */
type Target = { userId: string; snapshot: Snapshot }

/**
 * Finds what the actor reports. Refuses as `not-found`, with one message, what does not exist and what the actor cannot
 * see; as `invalid` what is the actor's own.
 */
export async function findTarget(
  tx: Tx,
  { objectType, objectId }: Pick<NewReport, 'objectType' | 'objectId'>,
): Promise<Target> {
  const { userId } = requireActor(tx)
  const thing = tx.app.domains.things.get(objectType)
  const row = await thing?.find(tx, objectId)
  const snapshot = row && (await thing?.snapshot?.(tx, { userId, now: tx.now }, row))
  if (!thing || !row || !snapshot) throw new Refusal('not-found', 'You cannot see this, or it no longer exists.')
  const target = { userId: thing.owner(row), snapshot }
  if (target.userId === userId) throw new Refusal('invalid', 'You cannot report yourself.')
  return target
}
