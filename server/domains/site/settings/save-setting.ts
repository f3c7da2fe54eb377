import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import canonicalize from 'canonicalize'
import * as v from 'valibot'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { changeSettings } from './commands.ts'
import { defaultSettings } from './defaults.ts'
import type { SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'
import { editableKey } from './setting-forms.ts'
import { schemaOf } from './settings.ts'
import { unfitTogether } from './unfit-together.ts'

/** Settings of which nobody but the server learns the value. */
const SECRETS: ReadonlySet<string> = new Set(['googleReCaptchaSecretKey'])
/** The audit says of these that they changed: their values are secret, or lead to people. */
const UNNAMED: ReadonlySet<string> = new Set([...SECRETS, 'contactAddress'])

export function isSecret(key: string): boolean {
  return SECRETS.has(key)
}

/** The stored settings over the defaults, with the version of each; 0 for a default. */
export async function settingsNow(
  em: SqlEntityManager,
): Promise<{ values: SettingValues; versionOf: (key: string) => number }> {
  const rows = await em.find(Setting, {}, { disableIdentityMap: true })
  const fitting = rows.filter(({ key, value }) => {
    const schema = schemaOf(key)
    return schema !== undefined && v.safeParse(schema, value).success
  })
  const stored = Object.fromEntries(fitting.map(({ key, value }) => [key, value]))
  const versions = new Map(rows.map(({ key, version }) => [key, version]))
  return { values: { ...defaultSettings, ...stored }, versionOf: (key) => versions.get(key) ?? 0 }
}

export type SettingChange = { key: string; version: number; value: unknown; text?: string }

/**
 * Changes one setting, audited. The value that stands already changes nothing. Refusals: `not-found` for a setting that
 * no form has, `conflict` where another person has changed it since `version`, `invalid` for a value that does not fit,
 * also not beside the other settings.
 */
export async function saveSetting(
  tx: Tx,
  { key: name, version, value: given, ...words }: SettingChange,
): Promise<void> {
  const key = editableKey(name)
  const schema = key && schemaOf(key)
  if (!key || !schema) throw new Refusal('not-found', 'There is no such setting.')
  const parsed = v.safeParse(schema, given)
  if (!parsed.success) throw unfit(key, parsed.issues[0].message)
  const value = parsed.output
  await lock(tx, 'settings', '')
  const { values, versionOf } = await settingsNow(tx.em)
  if (isSame(values[key], value)) return
  if (versionOf(key) !== version)
    throw new Refusal('conflict', 'Another person has changed this setting. Look again.', [
      { path: 'version', message: String(versionOf(key)) },
    ])
  const together = unfitTogether({ ...values, [key]: value }, key)
  if (together !== null) throw unfit(key, together)
  await changeSettings(tx, { [key]: value })
  const state = (of: unknown) => (UNNAMED.has(key) ? { isSet: of !== '' } : { value: of })
  audit(tx, { action: 'setting.change', subjectId: key, before: state(values[key]), after: state(value), ...words })
}

function unfit(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalize(one) === canonicalize(other)
}
