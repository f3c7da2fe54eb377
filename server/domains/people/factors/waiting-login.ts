import { hash } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'

/** A login that waits for its second factor. `password`: of the hash that was proven, or stood there. */
export const WaitingLogin = v.object({ remember: v.boolean(), password: v.string() })

const ENDED = 'That code has ended or was used. Take the next one.'

/** Tells one password hash from another, and tells nothing of either. */
export function fingerprint(passwordHash: string): string {
  return hash('sha256', `second factor ${passwordHash}`, 'base64url')
}

/** Says the same of each second factor that opens nothing. */
export function secondFactorEnded(): Refusal {
  return new Refusal('unauthenticated', ENDED, [{ path: 'proof', message: ENDED }])
}
