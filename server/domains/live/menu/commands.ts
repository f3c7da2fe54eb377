import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { TipMenuBody } from '@vesper/sync/vesper/api/tip-menu.ts'
import type * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { TipMenu } from './entity.ts'
import { tellTipsChanged } from './tell-tips-changed.ts'

/**
 * Changes the menu of the acting creator as a whole. A goal with another id begins now, at 0 tokens. Refuses as `forbidden`
 * fans, as `conflict` a version that is not the latest, as `invalid` a line that is there twice.
 */
export async function setTipMenu(
  tx: Tx,
  { version, items, goal }: v.InferOutput<typeof TipMenuBody>,
): Promise<TipMenu> {
  const performerId = requireCreator(tx, 'Only creators have a menu.')
  if (new Set(items.map(({ _id }) => _id)).size < items.length) {
    throw new Refusal('invalid', 'A line stands on the menu twice.')
  }
  // Two devices at once, also before the first menu.
  await lock(tx, 'tip-menu', performerId)
  const known = await tx.em.findOne(TipMenu, { performerId }, { refresh: true })
  if ((known?.version ?? 0) !== version) {
    throw new Refusal('conflict', 'The menu was changed elsewhere. Look at it again.')
  }
  const isSameGoal = goal !== null && known?.goalId === goal._id
  const shown = {
    ...{ version: version + 1, items: items.map(({ _id, title, price }) => ({ _id, title, price })) },
    ...{ goalId: goal?._id ?? null, goalTitle: goal?.title ?? null, goalTokens: goal?.tokens ?? null },
    goalSetAt: isSameGoal ? (known?.goalSetAt ?? tx.now) : goal === null ? null : tx.now,
    updatedAt: tx.now,
  }
  const menu = known ? tx.em.assign(known, shown) : tx.em.create(TipMenu, { performerId, ...shown })
  await tx.flush()
  await tellTipsChanged(tx, performerId)
  return menu
}
