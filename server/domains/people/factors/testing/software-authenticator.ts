import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_KEY = 0x40

type Said = {
  challenge: string
  origin: string
  rpID: string
  counter?: number
  isVerified?: boolean
  handle?: string | null
}

/** A passkey that signs like an authenticator of WebAuthn; `isSynced` is that of a key ring. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url')
  readonly #privateKey: KeyObject
  readonly #cose: Buffer
  readonly #isSynced: boolean

  constructor({ isSynced = false } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#isSynced = isSynced
    // CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
    this.#cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** The answer of `navigator.credentials.create`. */
  create(said: Said) {
    const id = Buffer.from(this.id, 'base64url')
    const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#cose])
    const data = Buffer.concat([this.#head(said, HAS_KEY), key])
    // CBOR: { fmt: 'none', attStmt: {}, authData: data }
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ])
    const clientDataJSON = clientData('webauthn.create', said).toString('base64url')
    const response = {
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  /** The answer of `navigator.credentials.get`. */
  get(said: Said) {
    const authenticatorData = this.#head(said, 0)
    const client = clientData('webauthn.get', said)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
    const signature = createSign('sha256').update(signed).sign(this.#privateKey)
    const response = {
      ...{ clientDataJSON: client.toString('base64url'), authenticatorData: authenticatorData.toString('base64url') },
      ...{ signature: signature.toString('base64url'), userHandle: said.handle ?? null },
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #head({ rpID, counter = 0, isVerified = true }: Said, flags: number): Buffer {
    const synced = this.#isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0
    const all = flags | USER_PRESENT | synced | (isVerified ? USER_VERIFIED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpID).digest(), Buffer.from([all]), count])
  }
}

function clientData(type: string, { challenge, origin }: Said): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
