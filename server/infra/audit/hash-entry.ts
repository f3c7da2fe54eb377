import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64)

/** An entry as the database gives it back; `at` in microseconds, ISO 8601. */
export type ChainedEntry = {
  seq: number
  id: string
  at: string
  operator: string | null
  actorId: string | null
  sessionId: string | null
  network: string | null
  requestId: string | null
  action: string
  subjectId: string
  before: unknown
  after: unknown
  textHash: string | null
}

/** SHA-256, in hex, over the hash of the entry before it and the canonical JSON (RFC 8785) of this one. */
export function hashEntry(prevHash: string, entry: ChainedEntry): string {
  return createHash('sha256')
    .update(prevHash)
    .update(canonicalize(entry) ?? '')
    .digest('hex')
}

/** SHA-256 of the words of a decision, in hex. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
