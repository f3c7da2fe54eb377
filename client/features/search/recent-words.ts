import { accountKey, readStoredJson, storeJson } from '../../core/storage/stored-values.ts'

const RECENT_MAX = 10

/** The last words that this account searched for on this device, the latest first. */
export function readRecent(account: string): string[] {
  const stored = readStoredJson(accountKey('searched', account))
  return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string').slice(0, RECENT_MAX) : []
}

/** Puts words first; gives the words as they are then. */
export function addRecentWord(account: string, words: string): string[] {
  return keep(account, [words, ...readRecent(account).filter((word) => word !== words)])
}

export function removeRecentWord(account: string, words: string): string[] {
  return keep(
    account,
    readRecent(account).filter((word) => word !== words),
  )
}

export function clearRecentWords(account: string): string[] {
  return keep(account, [])
}

function keep(account: string, words: readonly string[]): string[] {
  const kept = words.slice(0, RECENT_MAX)
  storeJson(accountKey('searched', account), kept)
  return kept
}
