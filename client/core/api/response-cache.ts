import * as v from 'valibot'
import { accountKey, readStoredValue, removeStored, store, storedKeys } from '../storage/stored-values.ts'

const KIND = 'kept'
const PREFIX = `vesper-${KIND}:`

/** When it was kept stands before an answer; it may be missing. */
const WHEN = /^\d+ /

/** Characters that all kept answers may take together: what people type needs room beside them. Browsers give some 2.5 million. */
export const CACHED_RESPONSES_MAX = 1_000_000

/**
 * An answer of the server that was kept for a start without a connection. Null when there is none, and when `answer` does not
 * take it: an older app kept it then, before the call changed.
 */
export function readCachedResponse<Answer extends v.GenericSchema>(
  account: string,
  key: string,
  answer: Answer,
): v.InferOutput<Answer> | null {
  const kept = readStoredValue(accountKey(KIND, account, key)) ?? 'null'
  try {
    const read = v.safeParse(answer, JSON.parse(kept.replace(WHEN, '')))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** When the answer was kept (milliseconds); null where there is none, or it does not tell. */
export function readKeptAt(account: string, key: string): number | null {
  const kept = readStoredValue(accountKey(KIND, account, key)) ?? ''
  return WHEN.test(kept) ? Number.parseInt(kept, 10) : null
}

/** Keeps it in place of the oldest ones, where there is no room; one that is larger than all may be is not kept. */
export function cacheResponse(account: string, key: string, answer: unknown): void {
  const name = accountKey(KIND, account, key)
  const kept = `${Date.now()} ${JSON.stringify(answer)}`
  if (kept.length > CACHED_RESPONSES_MAX) return
  makeRoom(kept.length, name)
  // A full storage costs the offline copy, nothing else.
  store(name, kept)
}

/** Nothing is kept under this name any more. */
export function forgetResponse(account: string, key: string): void {
  removeStored(accountKey(KIND, account, key))
}

/** Nothing of an account is kept any more. */
export function forgetResponses(account: string): void {
  for (const key of storedKeys(accountKey(KIND, account, ''))) removeStored(key)
}

/** For so many characters, under `name`. */
function makeRoom(length: number, name: string): void {
  const others = storedKeys(PREFIX).filter((key) => key !== name)
  const held = others.map((key) => ({ key, kept: readStoredValue(key) ?? '' }))
  let size = held.reduce((sum, { kept }) => sum + kept.length, length)
  // One that does not tell when it was kept is the oldest.
  const age = ({ kept }: { kept: string }): number => Number.parseInt(kept, 10) || 0
  for (const { key, kept } of held.toSorted((a, b) => age(a) - age(b))) {
    if (size <= CACHED_RESPONSES_MAX) return
    removeStored(key)
    size -= kept.length
  }
}
