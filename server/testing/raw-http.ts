import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** One TCP connection to a server, for what `fetch` would not send or would hide. */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #closed = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname)
    this.#socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])))
    this.#socket.on('error', () => {})
    this.#socket.once('close', () => (this.#closed = true))
  }

  get closed(): boolean {
    return this.#closed
  }

  write(text: string | Buffer): this {
    this.#socket.write(text)
    return this
  }

  /** Hangs up without a farewell. */
  cut(): void {
    this.#socket.resetAndDestroy()
  }

  /** The next answer on this connection; `withoutBody` for one to HEAD. Rejects when the server hangs up instead. */
  async answer({ withoutBody = false } = {}): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#take(withoutBody)
      if (answer) return answer
      if (this.#closed) throw new Error(`The server hung up. It had sent: ${this.#received.toString()}`)
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')])
    }
  }

  #take(withoutBody: boolean): RawAnswer | null {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return null
    const [statusLine = '', ...lines] = this.#received.subarray(0, end).toString().split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = withoutBody ? 0 : Number(headers['content-length'] ?? 0)
    if (this.#received.length < end + 4 + length) return null
    const body = this.#received.subarray(end + 4, end + 4 + length).toString()
    this.#received = this.#received.subarray(end + 4 + length)
    return { status: Number(statusLine.split(' ')[1]), headers, body }
  }
}
