import type { App } from '../../app.ts'
import type { KeyPurpose } from './entity.ts'

/** Rows or files that a key is needed for. A key may go once no holder has any left. */
export type KeyHolder = {
  purpose: KeyPurpose
  /** The things that are left, in the plural, such as `bank accounts`. */
  name: string
  /** How many need a key that writes no longer: the one with this fingerprint, of 22 characters. */
  left: (app: App, keyId: string) => Promise<number>
  /** Has the key that writes now stand for all others, in batches; gives how many. Rows change under load meanwhile. */
  rewrap?: (app: App, signal: AbortSignal) => Promise<number>
}
