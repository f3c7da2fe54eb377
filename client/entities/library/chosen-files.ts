import { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import * as v from 'valibot'
import { signedInUser } from '../../core/session/session.ts'
import {
  accountKey,
  readStoredJson,
  readStoredValue,
  removeStored,
  storedKeys,
  storeJson,
} from '../../core/storage/stored-values.ts'

const KIND = 'chosen'

/** Files that this device remembers for an account. */
export const CHOSEN_MAX = 200

/** `at`: when it was chosen, in milliseconds. */
const Kept = v.object({ at: v.number(), file: FileRecord })

/** Files that this page has read and chosen, by key: a device without room remembers them as long as the page. */
const held = new Map<string, FileRecord>()

/**
 * Remembers files that were chosen from the library, until rows of the server show them; the oldest are forgotten. It is on
 * the device: a draft names them by their ids alone, and is read again without a connection.
 */
export function rememberChosen(files: readonly FileRecord[]): void {
  const prefix = prefixOfAccount()
  if (prefix === null) return
  const at = Date.now()
  // No preview shows a copy of a video, and they are most of its record.
  for (const chosen of files) {
    const file = { ...chosen, variants: [] }
    hold(prefix + file._id, file)
    storeJson(prefix + file._id, { at, file })
  }
  forgetOldest(prefix)
}

/** A file that was chosen on this device; undefined where it remembers none, or an older app wrote it in another shape. */
export function chosenFile(fileId: string): FileRecord | undefined {
  const prefix = prefixOfAccount()
  if (prefix === null) return undefined
  const key = prefix + fileId
  const known = held.get(key)
  if (known) return known
  const kept = v.safeParse(Kept, readStoredJson(key))
  if (kept.success) hold(key, kept.output.file)
  return kept.success ? kept.output.file : undefined
}

function prefixOfAccount(): string | null {
  const account = signedInUser()?._id
  return account === undefined ? null : accountKey(KIND, account, '')
}

function hold(key: string, file: FileRecord): void {
  held.delete(key)
  held.set(key, file)
  const [oldest] = held.keys()
  if (oldest !== undefined && held.size > CHOSEN_MAX) held.delete(oldest)
}

function forgetOldest(prefix: string): void {
  const keys = storedKeys(prefix)
  if (keys.length <= CHOSEN_MAX) return
  const ages = keys.map((key) => ({ key, at: ageOf(key) }))
  const oldest = ages.toSorted((a, b) => a.at - b.at).slice(0, keys.length - CHOSEN_MAX)
  for (const { key } of oldest) removeStored(key)
}

/** One that does not tell is the oldest. */
function ageOf(key: string): number {
  return Number(/^\{"at":(\d+),/.exec(readStoredValue(key) ?? '')?.[1] ?? 0)
}
