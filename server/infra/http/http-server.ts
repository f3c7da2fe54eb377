import './header-limit.ts'
import HyperExpress from 'hyper-express'
import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { AllowedMethods } from './allowed-methods.ts'
import { isFramed } from './body/framing.ts'
import { limitKey, peerAddress } from './client-address.ts'
import { badlyFramed, createHangUp } from './hang-up.ts'
import { createTokenBuckets } from './limits/token-bucket.ts'
import { PendingBodies } from './pending-bodies.ts'
import type { Exchange } from './request-pipeline.ts'
import type { Route } from './route.ts'

// oxlint-disable-next-line max-params -- its signature
type HandleRequest = (
  this: HttpServer,
  route: unknown,
  request: HttpRequest,
  raw: HttpResponse,
  socket: unknown,
) => void

// Not in the types of hyper-express.
const handleRequest = (HyperExpress.Server.prototype as unknown as { _handle_uws_request: HandleRequest })
  ._handle_uws_request

/** The limit of one IP address, which thousands of people may share. One answer takes about 1 KB. */
const WITHOUT_BODY = { points: 12_000, seconds: 60 }

/** hyper-express 6.18 over uWebSockets.js 20.51 with its defects mended. */
export class HttpServer extends HyperExpress.Server {
  readonly hangUp = createHangUp()
  readonly methods = new AllowedMethods()
  #leaving = false
  #draining = false
  readonly #bodies = new PendingBodies()

  /**
   * Counts answers without a body: uWebSockets.js copies them for a client that reads nothing, and does not tell. A proxy in
   * front reads all that it asks for.
   */
  readonly #mayEndUnread: (key: string) => boolean

  constructor(options: { exclusivePort: boolean; behindProxy?: boolean }) {
    // Signals are the process's to handle; bodies are limited per route (`body.ts`), with a proper answer.
    super({ auto_close: false, exclusive_port: options.exclusivePort, max_body_length: Number.MAX_SAFE_INTEGER })
    this.#mayEndUnread = options.behindProxy ? () => true : createTokenBuckets(WITHOUT_BODY)
  }

  /** Serves a method of the addresses of a pattern; GET serves HEAD as well. */
  serve(method: Route['method'], pattern: string, handler: ReturnType<Exchange>): void {
    this.methods.add(method, pattern)
    const name = method.toLowerCase() as Lowercase<Route['method']>
    this[name](pattern, handler)
    // hyper-express leaves the body of the answer out.
    if (method === 'GET') this.head(pattern, handler)
  }

  get draining(): boolean {
    return this.#draining
  }

  /** True once it has said that it stops: it still serves, and `/ready` tells proxies to go elsewhere. */
  get leaving(): boolean {
    return this.#leaving
  }

  leave(): void {
    this.#leaving = true
  }

  /** Takes no new connections, serves what has begun and refuses the rest; resolves at the latest after `limitMs`. */
  async finishRequests(limitMs = 10_000): Promise<void> {
    this.#leaving = true
    this.#draining = true
    this.close()
    await Promise.race([this.#served(), new Promise((done) => setTimeout(done, limitMs).unref())])
  }

  /** Cuts every connection. */
  cut(): void {
    this.uws_instance.close()
  }

  /** Serves what has begun, refuses the rest, then cuts every connection, at the latest after `limitMs`. */
  async drain(limitMs = 10_000): Promise<void> {
    await this.finishRequests(limitMs)
    this.cut()
  }

  async #served(): Promise<void> {
    await this.shutdown()
    await this.#bodies.settled()
  }

  // hyper-express calls this for each request and each upgrade.
  // oxlint-disable-next-line max-params -- its signature
  _handle_uws_request(route: unknown, request: HttpRequest, raw: HttpResponse, socket: unknown): void {
    if (!this.admit(request, raw)) return
    // hyper-express would count a request refused in shutdown as one that finished.
    if (this.#draining) {
      raw.writeStatus('503 Service Unavailable').writeHeader('retry-after', '5').end('', true)
      return
    }
    handleRequest.call(this, route, request, raw, socket)
  }

  /** Refuses a request whose end is not clear; mends the response of any other. For handlers past hyper-express, too. */
  admit(request: HttpRequest, raw: HttpResponse): boolean {
    if (!isFramed(request)) {
      this.hangUp(raw, badlyFramed())
      return false
    }
    this.#mend(raw)
    return true
  }

  #mend(raw: HttpResponse): void {
    const end = raw.end.bind(raw)
    const endWithoutBody = raw.endWithoutBody.bind(raw)
    const onAborted = raw.onAborted.bind(raw)
    const pause = raw.pause.bind(raw)
    const resume = raw.resume.bind(raw)
    const address = limitKey(peerAddress(raw))
    let gone = false
    let settleBody: (() => void) | null = null
    // A connection that is closed after this body asks for nothing more.
    raw.end = (body, closing) => {
      if (closing || body === undefined || body === '') return end(body, closing)
      settleBody = this.#bodies.end(raw, body)
      return raw
    }
    // A length given to endWithoutBody leaves the response pending; an explicit `undefined` goes out as 2^63.
    raw.endWithoutBody = (length, closing) => {
      if (!this.#mayEndUnread(address)) {
        // Not at once: hyper-express would count the request as one that was aborted and as one that ended.
        setImmediate(() => {
          if (!gone) raw.close()
        })
        return raw
      }
      if (length !== undefined) raw.writeHeader('content-length', String(length))
      return closing ? end('', true) : endWithoutBody()
    }
    // hyper-express resumes a paused body when its connection is gone, which uWebSockets.js answers by throwing.
    raw.onAborted = (handler) =>
      onAborted(() => {
        gone = true
        settleBody?.()
        handler()
      })
    raw.resume = () => {
      if (!gone) resume()
    }
    raw.pause = () => {
      if (!gone) pause()
    }
  }
}
