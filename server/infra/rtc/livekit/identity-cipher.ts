import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { RtcIdentity } from '../stream-engine.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Names of participants that tell other participants nothing: LiveKit shows each of them the names of all. The same account and
 * session has the same name in a room on every server, and others elsewhere.
 */
export type IdentityCipher = {
  seal: (room: string, identity: RtcIdentity) => string
  /** Null for a name that was not made with this key for this room. */
  open: (room: string, name: string) => RtcIdentity | null
}

/** A cipher whose key follows from a secret that all servers of a site have. */
export function createIdentityCipher(secret: string): IdentityCipher {
  const [key, nonceKey] = ['key', 'nonce'].map((use) =>
    Buffer.from(hkdfSync('sha256', secret, '', `vesper livekit identity ${use}`, 32)),
  ) as [Buffer, Buffer]
  return {
    seal(room, { userId, sessionId }) {
      const text = `${userId}/${sessionId}`
      // It follows from the text, so that a name stays the same. No nonce serves two texts.
      const nonce = createHmac('sha256', nonceKey).update(`${room}\0${text}`).digest().subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(room))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(room, name) {
      const bytes = Buffer.from(name, 'base64url')
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(room))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text =
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        const [userId = '', sessionId = ''] = text.split('/')
        return { userId, sessionId }
      } catch {
        return null
      }
    },
  }
}
