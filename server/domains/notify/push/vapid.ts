import { createECDH } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { createKeyRing } from '../../../infra/crypto/key-ring.ts'

/** A key pair by which push services know this site, in base64url. `id`: 8 characters. */
export type VapidKey = { id: string; publicKey: string; privateKey: string }

/**
 * The key pairs of the site, and its address. Browsers subscribe to the public key of the first: it must stay as long as
 * subscriptions to it do.
 */
export type Vapid = { keys: readonly [VapidKey, ...VapidKey[]]; publicKey: string; subject: string }

/** The public keys and the address of the site beside its private keys. */
export function openVapid(
  secrets: readonly [Uint8Array, ...Uint8Array[]],
  { publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>,
): Vapid {
  const [first, ...others] = createKeyRing('vapid', secrets)
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'
  const keys: Vapid['keys'] = [pairOf(first), ...others.map(pairOf)]
  return {
    keys,
    publicKey: keys[0].publicKey,
    subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`,
  }
}

/** The key that a subscription was made for; null where it is gone. */
export function vapidKeyOf({ keys }: Vapid, keyId: string | null): VapidKey | null {
  return (keyId === null ? keys.at(-1) : keys.find(({ id }) => id === keyId)) ?? null
}

function pairOf({ id, secret }: { id: string; secret: Uint8Array }): VapidKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { id, publicKey: curve.getPublicKey('base64url'), privateKey: Buffer.from(secret).toString('base64url') }
}
