import { createECDH } from 'node:crypto'
import type { Config } from '../../../config.ts'

/** The keys by which push services know this site, in base64url. Browsers subscribe to the public one: it must stay. */
export type Vapid = { publicKey: string; privateKey: string; subject: string }

/** The public key and the address of the site beside its private key. */
export function openVapid(secret: Uint8Array, { publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>): Vapid {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: Buffer.from(secret).toString('base64url'),
    subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`,
  }
}
