import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A browser that takes push messages: it decrypts them as RFC 8291 says. */
export class TestBrowser {
  readonly #curve = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly keys: { p256dh: string; auth: string }

  constructor() {
    this.keys = { p256dh: this.#curve.generateKeys('base64url'), auth: this.#auth.toString('base64url') }
  }

  /** The content of a message; throws for one that was made for another browser. */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const keyLength = body[20] ?? 0
    const serverKey = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#curve.getPublicKey(), serverKey])
    const secret = derive(this.#curve.computeSecret(serverKey), { salt: this.#auth, info, length: 32 })
    const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
    const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2, and zeros after it.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  }
}

function derive(secret: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

export type Posted = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service on this machine; `answer` chooses the status of the next ones, null for no answer at all. */
export async function startPushService() {
  const posted: Posted[] = []
  let status: number | null = 201
  let [underWay, mostUnderWay] = [0, 0]
  const server = createServer((request, response) => {
    underWay += 1
    mostUnderWay = Math.max(mostUnderWay, underWay)
    response.on('close', () => (underWay -= 1))
    void buffer(request).then((body) => {
      posted.push({ path: request.url ?? '', headers: request.headers, body })
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posted,
    /** The most calls that were under way at once. */
    most: () => mostUnderWay,
    answer: (next: number | null) => void (status = next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
