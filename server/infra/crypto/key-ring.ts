import { createHash, hkdfSync } from 'node:crypto'
import type { KeyPurpose } from './entity.ts'

/** A key, with the beginning of its fingerprint, which tokens and rows name it by. */
export type RingKey = { id: string; secret: Uint8Array }

/** Keys of one use: the first signs, all verify. */
export type KeyRing = readonly [RingKey, ...RingKey[]]

const ID_LENGTH = 8

/** The fingerprint of a key, 22 characters: it tells keys apart and nothing else of them. */
export function keyIdOf(purpose: KeyPurpose, key: Uint8Array): string {
  return createHash('sha256').update(`vesper key of ${purpose}`).update(key).digest('base64url').slice(0, 22)
}

/** The name of the key with this fingerprint in tokens and rows. */
export function shortKeyId(keyId: string): string {
  return keyId.slice(0, ID_LENGTH)
}

export function createKeyRing(
  purpose: KeyPurpose,
  [first, ...others]: readonly [Uint8Array, ...Uint8Array[]],
): KeyRing {
  const keyOf = (secret: Uint8Array): RingKey => ({ id: shortKeyId(keyIdOf(purpose, secret)), secret })
  return [keyOf(first), ...others.map(keyOf)]
}

const derivedRings = new WeakMap<KeyRing, Map<string, KeyRing>>()

/** Keys for one use under the same names: no signature of another use passes for one of these. */
export function deriveRing(ring: KeyRing, use: string): KeyRing {
  const known = derivedRings.get(ring)?.get(use)
  if (known) return known
  const derived = derivedFrom(ring, use, '')
  derivedRings.set(ring, (derivedRings.get(ring) ?? new Map<string, KeyRing>()).set(use, derived))
  return derived
}

/** The same with a salt, such as the hash of a password; it is derived each time. */
export function derivedFrom([first, ...others]: KeyRing, use: string, salt: string): KeyRing {
  const derive = ({ id, secret }: RingKey): RingKey => ({
    id,
    secret: new Uint8Array(hkdfSync('sha256', secret, salt, use, 32)),
  })
  return [derive(first), ...others.map(derive)]
}

/** The keys that may have signed something: the one that it names, or all where it names none. */
export function candidates(ring: KeyRing, id: string | undefined): readonly RingKey[] {
  return id === undefined ? ring : ring.filter((key) => key.id === id)
}
