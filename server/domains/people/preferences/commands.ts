import { isDeepStrictEqual } from 'node:util'
import { mergePreferences } from '@vesper/sync/vesper/mutations/preferences.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Preferences } from './entity.ts'
import { preferencesView } from './views.ts'

/** Changes the actor's preferences, field by field. The same again changes nothing. */
export async function updatePreferences(tx: Tx, args: ArgsOf<'preferences.update'>): Promise<Preferences | null> {
  const { userId } = requireActor(tx)
  // Two devices that choose for the first time at once: the second finds what the first made.
  await lock(tx, 'preferences', userId)
  const held = await tx.em.findOne(Preferences, { userId })
  const before = preferencesView(userId, held)
  const { _id, muted = [], ...after } = mergePreferences(before, args)
  if (isDeepStrictEqual({ ...before, muted: before.muted ?? [] }, { _id, muted, ...after })) return held
  const change = { ...after, muted, updatedAt: tx.now }
  return held ? tx.em.assign(held, change) : tx.em.create(Preferences, { userId, ...change })
}
