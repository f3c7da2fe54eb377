import * as v from 'valibot'
import type { Json } from './canonical-json.ts'
import { ChainedLine, chainHash, signedBytes, Statement } from './statement.ts'

/**
 * `changed`: the first line that is not as it was signed, from 1; of lines that are missing at the end, the first one.
 * `unsigned`: the head is not as it was signed. `unknown-key`: this device has never seen its key. `unable`: this browser
 * has no Ed25519.
 */
export type Verdict =
  | { is: 'right' }
  | { is: 'changed'; line: number }
  | { is: 'unsigned' | 'unknown-key' | 'unable' | 'no-statement' }

/** Public keys by their ids, as base64url of 32 bytes. */
export type PublicKeys = Readonly<Record<string, string>>

/** A statement whose lines are not looked at yet. */
const Unread = v.object({ ...Statement.entries, lines: v.array(v.unknown()) })

/** Checks a statement against keys that the device has. It needs no connection. Never throws. */
export async function verifyStatement(value: unknown, keys: PublicKeys): Promise<Verdict> {
  const parsed = v.safeParse(Unread, value)
  if (!parsed.success) return { is: 'no-statement' }
  const { head, lines, signature } = parsed.output
  const line = await firstChanged(parsed.output)
  if (line === 'none') return { is: 'no-statement' }
  if (line !== null) return { is: 'changed', line }
  const key = Object.hasOwn(keys, head.keyId) ? keys[head.keyId] : undefined
  if (key === undefined) return { is: 'unknown-key' }
  const isSigned = await isSignedBy(key, { head: head as Record<string, Json>, signature })
  if (isSigned === null) return { is: 'unable' }
  if (!isSigned) return { is: 'unsigned' }
  return lines.length === head.count ? { is: 'right' } : { is: 'changed', line: lines.length }
}

/** The lines are read one by one, between their hashes: a page with 20,000 of them goes on. `none`: one is no line. */
async function firstChanged({ head, lines }: v.InferOutput<typeof Unread>): Promise<number | 'none' | null> {
  let hash = head.prevHash
  for (const [place, one] of lines.entries()) {
    if (!v.is(ChainedLine, one)) return 'none'
    try {
      hash = await chainHash(hash, one.line as Record<string, Json>)
    } catch {
      return place + 1
    }
    if (hash !== one.hash) return place + 1
  }
  if (lines.length < head.count) return lines.length + 1
  return hash === head.hash ? null : Math.max(1, lines.length)
}

/** Null where this browser has no Ed25519. */
async function isSignedBy(
  key: string,
  { head, signature }: { head: { readonly [field: string]: Json }; signature: string },
): Promise<boolean | null> {
  let publicKey: CryptoKey
  try {
    publicKey = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify'])
  } catch {
    return null
  }
  try {
    return await crypto.subtle.verify('Ed25519', publicKey, bytesOf(signature), signedBytes(head))
  } catch {
    return false
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
