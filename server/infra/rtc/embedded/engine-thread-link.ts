import { Worker } from 'node:worker_threads'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Logger } from 'pino'
import { busy } from '../../concurrency/bounded-gate.ts'
import type { RtcNetwork, ThreadCall, ThreadCalls, ThreadReport } from './thread-calls.ts'

const PROGRAM = new URL('engine-thread.ts', import.meta.url)
/** Calls under way. Each is answered within milliseconds. */
const CALLS_MAX = 1_000
/** A thread that is busy for so long has failed. */
const ANSWER_MS = 15_000

type News = Extract<ThreadReport, { news: string }>
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
type LinkOptions = {
  network: RtcNetwork
  log: Logger
  onNews: (news: News) => void
  /** The thread has ended by itself, and all its rooms with it. */
  onEnd: () => void
}

/** Calls into the thread of the media engine, which starts with the first call, and anew after it has failed. */
export class EngineThreadLink {
  readonly #options: LinkOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #lastId = 0

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get worker(): Worker | null {
    return this.#worker
  }

  call<Name extends ThreadCall>(call: Name, asks: ThreadCalls[Name]['asks']): Promise<ThreadCalls[Name]['answers']> {
    if (this.#waiting.size >= CALLS_MAX) return Promise.reject(busy())
    const worker = (this.#worker ??= this.#start())
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => this.#settle(id)?.reject(busy()), ANSWER_MS)
    this.#waiting.set(id, { resolve, reject, timer })
    worker.postMessage({ id, call, asks })
    return promise as Promise<ThreadCalls[Name]['answers']>
  }

  /** Starts the thread, unless it runs: loading it takes seconds on a busy machine. */
  start(): void {
    this.#worker ??= this.#start()
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#rejectAll()
    await worker?.terminate()
  }

  #start(): Worker {
    const { log, network } = this.#options
    const worker = new Worker(PROGRAM, { workerData: network, name: 'media engine' })
    worker.on('message', (report: ThreadReport) => this.#hear(report))
    worker.on('error', (error) => log.error({ err: error }, 'the thread of the media engine has failed'))
    worker.on('exit', (code) => {
      if (worker !== this.#worker) return
      this.#worker = null
      log.error({ code }, 'the thread of the media engine has ended')
      this.#rejectAll()
      this.#options.onEnd()
    })
    return worker
  }

  #hear(report: ThreadReport): void {
    if ('news' in report) {
      if (report.news === 'fault') this.#options.log.warn({ fault: report.message }, 'a fault in the media engine')
      this.#options.onNews(report)
      return
    }
    const waiting = this.#settle(report.id)
    if ('value' in report) waiting?.resolve(report.value)
    else if ('refusal' in report) waiting?.reject(new Refusal(report.refusal.kind, report.refusal.message))
    else waiting?.reject(new Error(report.fault))
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    return waiting
  }

  #rejectAll(): void {
    for (const id of this.#waiting.keys()) this.#settle(id)?.reject(busy())
  }
}
