import { accountKey, readStoredJson, storeJson } from '../../core/storage/stored-values.ts'

const KEPT_MAX = 50

/** The announcements that this account has dismissed on this device. */
export function readDismissed(account: string): ReadonlySet<string> {
  return new Set(list(account))
}

export function dismiss(account: string, id: string): ReadonlySet<string> {
  const ids = [id, ...list(account).filter((each) => each !== id)].slice(0, KEPT_MAX)
  storeJson(accountKey('dismissed', account), ids)
  return new Set(ids)
}

function list(account: string): string[] {
  const stored = readStoredJson(accountKey('dismissed', account))
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}
