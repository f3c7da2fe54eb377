import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encrypts data keys, each of which encrypts one row or file. A service that keeps keys can stand behind it in place of keys in
 * the configuration.
 */
export type KeyWrapper = {
  /** The name of the key that wraps now; what it wrapped begins with that and a dot. */
  keyId: string
  /** A text of four parts with dots. */
  wrap: (dataKey: Uint8Array) => string
  /** Throws for a text that was changed, or was wrapped with a key that is gone. */
  unwrap: (wrapped: string) => Buffer
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
/** A wrapped data key passes for nothing else that the same key encrypts. */
const ABOUT = Buffer.from('vesper data key')

/** Wraps with the first key and unwraps with all of them, so that keys can be changed. Keys have 32 bytes. */
export function createKeyWrapper(keys: readonly [Uint8Array, ...Uint8Array[]]): KeyWrapper {
  const keyOf = keyFinder(keys)
  const [first] = keys
  const keyId = wrappingKeyId(first)
  return {
    keyId,
    wrap: (dataKey) => `${keyId}.${encrypt(first, dataKey, ABOUT)}`,
    unwrap(wrapped) {
      const [id = '', ...parts] = wrapped.split('.')
      return decrypt(keyOf(id), parts.join('.'), ABOUT)
    },
  }
}

/** Finds a key by its name; throws for one that is gone. */
export function keyFinder(keys: readonly Uint8Array[]): (id: string) => Uint8Array {
  const byId = new Map(keys.map((key) => [wrappingKeyId(key), key]))
  return (id) => {
    const key = byId.get(id)
    if (!key) throw new Error('a text was sealed with a key that is not configured')
    return key
  }
}

/** The name of a key in what it has sealed, eight characters. */
export function wrappingKeyId(key: Uint8Array): string {
  return createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8)
}

/** Gives `iv.text.tag`. */
export function encrypt(key: Uint8Array, text: Uint8Array, about: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(about)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return [iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/** Opens `iv.text.tag`; throws for one that was changed. */
export function decrypt(key: Uint8Array, sealed: string, about: Buffer): Buffer {
  const [iv = '', text = '', tag = ''] = sealed.split('.')
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(about).setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(text, 'base64url'), decipher.final()])
}
