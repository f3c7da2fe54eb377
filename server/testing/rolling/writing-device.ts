import { httpTransport } from '@vesper/sync/engine/browser/http-transport.ts'
import type { Transport, TransportAnswer } from '@vesper/sync/engine/ports.ts'
import { ErrorBody } from '@vesper/sync/engine/protocol/error-body.ts'
import { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { PROTOCOL_DETAIL, PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { createSyncClient } from '@vesper/sync/engine/sync-client.ts'
import type { SyncClient } from '@vesper/sync/engine/sync-client.ts'
import { MemoryDatabase } from '@vesper/sync/testing/memory-store.ts'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import type { VesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { Writer } from './writers.ts'

/** So many answers are lost on the way: the device cannot tell whether the server has done what it asked for. */
const LOST_ANSWERS = 0.03

/** The experience of all devices of a trial together. */
export type Met = {
  calls: number
  /** Calls without an answer of the app: how each failed. */
  failed: string[]
  /** How often a newer app was asked to come back, and how often an older one to be loaded anew. */
  askedToWait: number
  askedToReload: number
  /** Milliseconds of each socket without a connection. */
  socketGaps: number[]
}

type Options = {
  url: string
  writer: Writer
  met: Met
  /** Sends whatever is sent again under another id: what a device must never do. */
  forgetsIds?: boolean
}

/** A device with the engine that apps have, a real clock, and a real line to a site. It writes texts into one conversation. */
export class WritingDevice {
  /** The texts that it was told were kept. */
  readonly kept: string[] = []
  /** The release of its app. */
  app: 'same' | 'next' = 'same'
  readonly #client: SyncClient<VesperModel, null>
  readonly #database = new MemoryDatabase(Object.keys(vesperModel.collections))
  readonly #socket: Socket<ServerToClient, ClientToServer>
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    const { url, writer } = options
    const { store, kill } = this.#database.connect()
    this.#client = createSyncClient({
      account: writer.person.id,
      model: vesperModel,
      database: { db: null, store, close: async () => kill() },
      transport: this.#counting(httpTransport({ url: `${url}/api/sync`, token: () => writer.person.token })),
      locks: null,
      channel: { postMessage() {}, addEventListener() {}, close() {} },
      clock: {
        now: () => performance.now(),
        date: () => new Date(),
        setTimeout: (work, ms) => Number(setTimeout(work, ms)),
        clearTimeout: (timer) => clearTimeout(timer),
      },
      random: Math.random,
      log: () => {},
    })
    this.#client.wake('start')
    this.#socket = this.#connect()
  }

  get connected(): boolean {
    return this.#socket.connected
  }

  async write(text: string): Promise<void> {
    const { conversationId } = this.#options.writer
    await this.#client.mutate('message.send', { _id: v7(), conversationId, text, fileIds: [] })
    this.kept.push(text)
  }

  /** Mutations that have no outcome yet, and how many were rejected. */
  async outbox(): Promise<{ waiting: number; rejected: number }> {
    const { store } = this.#database.connect()
    const records = await store.read('outbox', (tx) => tx.outbox.all())
    const rejected = records.filter(({ state }) => state === 'rejected').length
    return { waiting: records.length - rejected, rejected }
  }

  async stop(): Promise<void> {
    this.#socket.disconnect()
    await this.#client.stop()
  }

  #connect(): Socket<ServerToClient, ClientToServer> {
    const { url, writer, met } = this.#options
    const socket: Socket<ServerToClient, ClientToServer> = io(url, {
      ...{ transports: ['websocket', 'polling'], forceNew: true, reconnectionDelayMax: 10_000 },
      query: { token: writer.person.token },
    })
    let lostAt: number | null = null
    socket.on('connect', () => {
      if (lostAt !== null) met.socketGaps.push(performance.now() - lostAt)
      lostAt = null
      socket.emit('login', { token: writer.person.token }, () => this.#client.wake('poke'))
    })
    socket.on('disconnect', (reason) => {
      if (reason === 'io client disconnect') return
      lostAt = performance.now()
      // Socket.IO takes that as final; so does the app only where its session has ended.
      if (reason === 'io server disconnect') socket.connect()
    })
    socket.on('sync:poke', (event) => {
      const poke = v.safeParse(Poke, event)
      this.#client.wake('poke', poke.success ? poke.output : undefined)
    })
    return socket
  }

  #counting(send: Transport): Transport {
    const { met, forgetsIds } = this.#options
    return async (request, signal, options) => {
      const asked = { ...request, protocol: PROTOCOL_VERSION + (this.app === 'next' ? 1 : 0) }
      const { renamed, restore } = forgetsIds ? withOtherIds(asked) : { renamed: asked, restore: same }
      met.calls += 1
      try {
        const answer = await send(renamed, signal, options)
        if (Math.random() < LOST_ANSWERS) throw new LostAnswer('the answer is lost')
        const isProtocol = v.is(ErrorBody, answer.body) && answer.body.details?.[0]?.path === PROTOCOL_DETAIL
        if (isProtocol && answer.status === 503) met.askedToWait += 1
        else if (isProtocol) met.askedToReload += 1
        else if (answer.status !== 200) met.failed.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        return restore(answer)
      } catch (error) {
        if (!signal.aborted && !(error instanceof LostAnswer)) met.failed.push(String(error))
        throw error
      }
    }
  }
}

class LostAnswer extends Error {
  override readonly name = 'LostAnswer'
}

const same = (answer: TransportAnswer): TransportAnswer => answer

/** The request as a device would send it that keeps no ids: its mutations are others each time. */
function withOtherIds(request: SyncRequest): {
  renamed: SyncRequest
  restore: (answer: TransportAnswer) => TransportAnswer
} {
  const ids = new Map<string, string>()
  const mutations = request.mutations.map((mutation) => {
    const id = v7()
    ids.set(id, mutation.id)
    return { ...mutation, id, args: { ...(mutation.args as object), _id: v7() } }
  })
  const restore = (answer: TransportAnswer) => {
    if (answer.status !== 200) return answer
    const body = answer.body as SyncResponse
    const outcomes = body.outcomes.map((outcome) => ({ ...outcome, id: ids.get(outcome.id) ?? outcome.id }))
    return { ...answer, body: { ...body, outcomes } }
  }
  return { renamed: { ...request, mutations }, restore }
}
