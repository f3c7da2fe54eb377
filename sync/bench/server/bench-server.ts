import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Message } from '../message.ts'
import { ReplicacheEndpoint } from './replicache-endpoint.ts'
import { Rows } from './rows.ts'
import { answerSync } from './sync-endpoint.ts'

type Files = ReadonlyMap<string, string | Uint8Array>

/** Requests so far, and the bytes of all connections, headers included. */
export type Traffic = { requests: number; up: number; down: number }

/**
 * Serves each engine's page and answers each engine's protocol, from memory and at once, so that only what happens in the
 * browser differs.
 */
export class BenchServer {
  rows = new Rows()
  readonly url: string
  readonly #server: Server
  readonly #files: Files
  readonly #sockets = new Set<Socket>()
  readonly #gone = { up: 0, down: 0 }
  #replicache = new ReplicacheEndpoint(this.rows)
  #requests = 0

  /** `files`: the script of each engine, `<name>.js`, and what that asks for. */
  static async start(files: Files): Promise<BenchServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new BenchServer(server, files)
  }

  private constructor(server: Server, files: Files) {
    this.#server = server
    this.#files = files
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (socket) => this.#watch(socket))
    server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  }

  use(rows: Rows): void {
    this.rows = rows
    this.#replicache = new ReplicacheEndpoint(rows)
  }

  traffic(): Traffic {
    const open = [...this.#sockets]
    return {
      requests: this.#requests,
      up: open.reduce((sum, { bytesRead }) => sum + bytesRead, this.#gone.up),
      down: open.reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#gone.down),
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (request.method === 'GET') return this.#serveFile(path.slice(1), response)
    this.#requests += 1
    const answer = this.#answer(path, await json(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  #answer(path: string, body: unknown): object {
    if (path === '/api/sync') return answerSync(this.rows, body)
    if (path === '/rows') return this.rows.page((body as { since: number }).since)
    if (path === '/mutations') {
      return { rows: (body as { messages: Message[] }).messages.map((message) => this.rows.accept(message)) }
    }
    if (path === '/replicache/push') return this.#replicache.push(body)
    if (path === '/replicache/pull') return this.#replicache.pull(body)
    throw new Error(`Nothing is at ${path}.`)
  }

  /** Isolated, so that the page's clock counts in microseconds, and its workers may share memory with it. */
  #serveFile(name: string, response: ServerResponse): void {
    const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
    const file = this.#files.get(name)
    const page = this.#files.has(`${name}.js`) && pageOf(name)
    if (!file && !page) return void response.writeHead(404).end()
    const type = page ? 'text/html' : name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'
    response.writeHead(200, { 'content-type': type, ...isolated }).end(file ?? page)
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#gone.up += socket.bytesRead
      this.#gone.down += socket.bytesWritten
    })
  }
}

function pageOf(name: string): string {
  return `<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`
}
