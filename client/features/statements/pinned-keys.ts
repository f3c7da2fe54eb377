import { StatementKeys } from '@vesper/sync/vesper/api/statements.ts'
import type { PublicKeys } from '@vesper/sync/vesper/statements/verify-statement.ts'
import * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { readStoredJson, storeJson } from '../../core/storage/stored-values.ts'

/** The device keeps them for all accounts: one server signs for all. */
const KEY = 'vesper-statement-keys'
const CHANGED = 'vesper-statement-keys-changed'
const Pinned = v.record(v.string(), v.string())

/** The public keys that this device has seen, by their ids. They are read without a connection. */
export function pinnedKeys(): PublicKeys {
  const parsed = v.safeParse(Pinned, readStoredJson(KEY))
  return parsed.success ? parsed.output : {}
}

/** True when the server showed another key in the place of a kept one at the latest sight. */
export function isKeyChanged(): boolean {
  return readStoredJson(CHANGED) === true
}

/**
 * Keeps the keys of the server at the first sight. Later ones join them while the server still lists all that are kept; a
 * server that lists another key in the place of a kept one adds nothing.
 */
export async function pinKeys(): Promise<void> {
  const { keys } = await callApi({ method: 'GET', path: '/statements/key', answer: StatementKeys })
  const listed = Object.fromEntries(keys.map(({ id, key }) => [id, key]))
  const pinned = pinnedKeys()
  const isSame = Object.entries(pinned).every(([id, key]) => listed[id] === key)
  storeJson(CHANGED, !isSame)
  if (isSame) storeJson(KEY, { ...listed, ...pinned })
}
