import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'
import { schemaOf } from './settings.ts'

/** Changes settings for every process: here at once, elsewhere within seconds. Refuses what `storeSettings` refuses. */
export async function changeSettings(tx: Tx, changes: Partial<SettingValues>): Promise<void> {
  await storeSettings(tx, changes)
  tx.afterCommit(() => tx.app.settings.forget())
}

/** Stores settings; refuses an unknown name or a value that does not fit, naming each, and then stores none. */
export async function storeSettings(
  { em, now }: Pick<Tx, 'em' | 'now'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const unfit = Object.entries(changes).filter(([key, value]) => !v.is(schemaOf(key) ?? v.never(), value))
  if (unfit.length > 0) {
    const details = unfit.map(([path]) => ({ path, message: 'This setting is unknown or its value does not fit.' }))
    throw new Refusal('invalid', 'These settings are not valid.', details)
  }
  await em.upsertMany(
    Setting,
    Object.entries(changes).map(([key, value]) => ({ key, value, updatedAt: now })),
  )
}
