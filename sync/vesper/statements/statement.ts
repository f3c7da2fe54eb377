import * as v from 'valibot'
import { canonicalJson } from './canonical-json.ts'
import type { Json } from './canonical-json.ts'

/*
 * A statement is a chain of lines, and a head that is signed:
 *
 *   prevHash ─→ line 1 ─→ line 2 ─→ … ─→ line n ─→ head { prevHash, hash, count, … } ─→ signature
 *
 * The hash of a line is SHA-256(hash of the line before ‖ canonical JSON of the line). The first line follows the last one of
 * the month before, so that all statements of a creator are one chain. Amounts are in 1/10,000 of the currency.
 */

/** The hash before the first line of the first statement. */
export const FIRST_HASH = '0'.repeat(64)

/** A line in its fields, all of which are chained: those that a later version adds, too. */
export const StatementLine = v.looseObject({ kind: v.string(), at: v.string() })
export type StatementLine = { readonly [field: string]: Json }

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The part that is signed. `madeAt`: the statement never changes from then on. */
export const StatementHead = v.looseObject({
  performerId: v.string(),
  /** As 2026-11; months are those of UTC. */
  month: v.string(),
  currency: v.string(),
  count: v.number(),
  /** The amounts that the platform owes the creator at the beginning and at the end of the month. */
  opening: v.number(),
  closing: v.number(),
  prevHash: hash,
  hash,
  keyId: v.string(),
  madeAt: v.string(),
})

export const ChainedLine = v.object({ hash, line: StatementLine })

export const Statement = v.object({
  head: StatementHead,
  lines: v.array(ChainedLine),
  /** Ed25519 over `signedBytes` of the head, as base64url. */
  signature: v.string(),
})

export type StatementHead = v.InferOutput<typeof StatementHead>
export type Statement = v.InferOutput<typeof Statement>

/** The hash of a line, as hexadecimal text. */
export async function chainHash(prevHash: string, line: StatementLine): Promise<string> {
  const before = bytesOfHex(prevHash)
  const text = new TextEncoder().encode(canonicalJson(line))
  const all = new Uint8Array(before.length + text.length)
  all.set(before)
  all.set(text, before.length)
  return hexOf(await crypto.subtle.digest('SHA-256', all))
}

/** The bytes that are signed. */
export function signedBytes(head: { readonly [field: string]: Json }): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`vesper statement 1\n${canonicalJson(head)}`)
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
