import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { readOrMakeSecretFile } from '../../../infra/database/secret-file.ts'

/** The keys by which push services know this site, in base64url. Browsers subscribe to the public one: it must stay. */
export type Vapid = { publicKey: string; privateKey: string; subject: string }

/** From VAPID_PRIVATE_KEY, else made once and kept in the data directory. */
export function openVapid({ vapidPrivateKey, dataDir, publicUrl, mailFrom }: Config): Vapid {
  const secret = vapidPrivateKey ?? readOrMakeSecretFile(join(dataDir, 'vapid-key'))
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: secret.toString('base64url'),
    subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`,
  }
}
