import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { SettingValues } from './defaults.ts'
import { lateChanges } from './require-settled-money.ts'
import { schemaOf } from './settings.ts'

/** Changes settings for every process: here at once, elsewhere within seconds. Refuses what `storeSettings` refuses. */
export async function changeSettings(tx: Tx, changes: Partial<SettingValues>): Promise<void> {
  await storeSettings(tx, changes)
  tx.afterCommit(() => tx.app.settings.forget())
}

/**
 * Stores settings. Refuses as `invalid` an unknown name and a value that does not fit, as `conflict` another currency or value
 * of a token once money has moved, naming each, and then stores none.
 */
export async function storeSettings(
  { em, now }: Pick<Tx, 'em' | 'now'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const unfit = Object.entries(changes).flatMap(([path, value]) => {
    const message = problemOf(path, value)
    return message === null ? [] : [{ path, message }]
  })
  if (unfit.length > 0) throw new Refusal('invalid', 'These settings are not valid.', unfit)
  const late = await lateChanges(em, changes)
  if (late.length > 0) throw new Refusal('conflict', 'These settings cannot be changed any more.', late)
  await lock({ em }, 'settings', '')
  for (const [key, value] of Object.entries(changes)) {
    const stored = JSON.stringify(v.parse(mustHave(key), value))
    await em.execute(
      `insert into setting (key, value, version, updated_at) values (?, ?::jsonb, 1, ?)
       on conflict (key) do update set value = excluded.value, version = setting.version + 1, updated_at = excluded.updated_at`,
      [key, stored, now],
    )
  }
}

function mustHave(key: string): v.GenericSchema {
  const schema = schemaOf(key)
  if (!schema) throw new TypeError(`there is no setting ${key}`)
  return schema
}

function problemOf(key: string, value: unknown): string | null {
  const schema = schemaOf(key)
  if (!schema) return 'There is no such setting.'
  const parsed = v.safeParse(schema, value)
  return parsed.success ? null : parsed.issues[0].message
}
