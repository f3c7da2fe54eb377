import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts texts for the database. `about` names the row: a text that is copied to another one does not open there. */
export type Sealer = {
  seal: (text: string, about: string) => string
  /** Throws for a text that was changed, belongs to another row, or was sealed with a key that is gone. */
  open: (sealed: string, about: string) => string
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12

/** Seals with the first key and opens with all of them, so that keys can be changed. Keys have 32 bytes. */
export function createSealer(keys: readonly [Uint8Array, ...Uint8Array[]]): Sealer {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [first] = keys
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [idOf(first), iv.toString('base64url'), sealed.toString('base64url'), tagOf(cipher)].join('.')
    },
    open(sealed, about) {
      const [id = '', iv = '', text = '', tag = ''] = sealed.split('.')
      const key = byId.get(id)
      if (!key) throw new Error('a text was sealed with a key that is not configured')
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(Buffer.from(tag, 'base64url'))
      return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8')
    },
  }
}

function tagOf(cipher: { getAuthTag: () => Buffer }): string {
  return cipher.getAuthTag().toString('base64url')
}

function idOf(key: Uint8Array): string {
  return createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8)
}
