import * as v from 'valibot'
import { backOff } from './core/back-off.ts'
import { asCompact } from './core/compact-cursor.ts'
import type { CursorForm } from './core/compact-cursor.ts'
import { equal } from './core/equal.ts'
import { faultOf } from './core/fault.ts'
import type { Fault } from './core/fault.ts'
import { requestAfter } from './core/request-after.ts'
import { bytesOf, isAnswerTimeout, RequestPacing } from './core/request-pacing.ts'
import { SendWindow } from './core/send-window.ts'
import type { Connection } from './core/status.ts'
import { applyAnswer } from './local/apply-answer.ts'
import { releaseBatch, returnBatch, takeBatch } from './local/batch.ts'
import type { Batch, BatchLimits } from './local/batch.ts'
import { heldVersions } from './local/held-versions.ts'
import type { Replica } from './local/replica.ts'
import type { Clock, Transport, TransportAnswer } from './ports.ts'
import type { Receipt } from './protocol/receipt.ts'
import { MAX_BATCH } from './protocol/sync-request.ts'
import type { SyncRequest } from './protocol/sync-request.ts'
import { SyncResponse } from './protocol/sync-response.ts'
import { BackgroundVerify } from './verify/background-verify.ts'
import type { LoadVerify } from './verify/background-verify.ts'

/** A poke may be lost: so often a connected device asks by itself. */
const IDLE_MS = 60_000
/** So long after an answer few spaces have moved. */
const SUMMED_MS = 600_000
/** Parts of an answer count from then on. */
const LONG_ANSWER_MS = 10_000

/** A request that is under way already. */
type Ahead = { batch: Batch; answer: Promise<TransportAnswer | undefined>; signIns: number; abandon: () => void }

/** The step after a round: another at once, or one after so many milliseconds. */
type Next = 'push' | 'pull' | number

type LoopOptions = {
  replica: Replica
  transport: Transport
  comparing?: LoadVerify | undefined
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** After each change of what the loop knows, and of what a status counts by it: the outbox, and how whole the cache is. */
  onChange: (what: 'work' | 'outbox') => void
  /** The token is gone: nothing is sent until `unpark`. */
  onNeedsAuth: () => void
  /** The device holds the content of an answer. */
  onTaken: (taken: Receipt) => void
}

/**
 * Push and pull, one request at a time, for as long as there is a reason:
 *
 *     wake ──▶ take a batch ──▶ POST ──▶ answer ──▶ take it in ──▶ again while there is more; then until a lane is due
 *                                   └──▶ fault ──▶ batch waits again ──▶ back-off, or parked without a token
 */
export class SyncLoop {
  connection: Connection = 'unknown'
  needsAuth = false
  /** Counts sign-ins: a 401 to a request from before the last one says nothing of the token there is now. */
  signIns = 0
  nextAttemptAt: Date | null = null
  /** Counts parts of answers that take long, as they come in: of others there is one whenever anything is asked. */
  receivedParts = 0
  /** The server has named a time before which it does not want to be asked. */
  isToldToWait = false
  /** [QUOTA-4] The last answer had no room on the device. */
  isFull = false
  readonly #options: LoopOptions
  readonly #window: SendWindow
  readonly #pace = new RequestPacing()
  readonly #idleCheck: BackgroundVerify
  #run: AbortController | null = null
  #running: Promise<void> = Promise.resolve()
  /** Somebody is taking the next request's mutations. */
  #isReserved = false
  #taken: Batch | null = null
  #ahead: Ahead | null = null
  /** [CURSOR-6] Before the first answer, and where the server could not tell what a shorter form meant, it is longer. */
  #form: CursorForm = 'versions'
  #isSummed = false
  #answeredAt = 0
  /** `push`: a request only if something can be sent; `pull`: in any case. */
  #wanted: 'no' | 'push' | 'pull' = 'no'
  /** Nobody asked for the next request: time has passed. */
  #isIdle = false
  #faults = 0
  #timer: number | null = null

  constructor(options: LoopOptions) {
    this.#options = options
    this.#window = new SendWindow(MAX_BATCH, options.random)
    this.#idleCheck = new BackgroundVerify(options.replica, options.comparing)
  }

  get busy(): boolean {
    return this.#run !== null
  }

  /**
   * Lets somebody take the next request's mutations, if it can go out now; null if not. Nothing else goes out until they
   * have come back with what they took, or without.
   */
  reserve(): BatchLimits | null {
    if (this.#run || this.#isReserved || this.needsAuth || this.#faults > 0) return null
    this.#isReserved = true
    return this.#limits()
  }

  /** Sends what was taken; gives it back when the account is signed out. */
  release(taken: Batch | null): void {
    const wasReserved = this.#isReserved
    this.#isReserved = false
    if (taken && this.needsAuth) return this.#giveBack(taken)
    // Begun anew meanwhile, the loop takes the same by itself.
    if (wasReserved && !this.#run) this.#taken = taken
    if (taken) this.#want('push')
    else if (this.#wanted !== 'no') this.#want(this.#wanted)
  }

  /** Something can be sent; waits on when the line is away. */
  push(): void {
    // A request that is under way may show that it is back.
    if (this.#faults === 0 || this.#run) this.#want('push')
  }

  /** There is reason to hope: asks at once, whatever has failed before. */
  pull(): void {
    this.#faults = 0
    this.isToldToWait = false
    this.#window.reset()
    this.#want('pull')
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Goes round until nothing is left to do now. */
  async drain(): Promise<void> {
    this.pull()
    await this.#running
  }

  park(): void {
    this.needsAuth = true
    this.pause()
  }

  unpark(): void {
    this.needsAuth = false
    this.signIns += 1
  }

  /** Gives up whatever is under way, be it stuck, and begins anew. */
  restart(): void {
    this.pause()
    this.pull()
  }

  pause(): void {
    this.#run?.abort()
    this.#run = null
    if (this.#taken) this.#giveBack(this.#taken)
    this.#taken = null
    this.#isReserved = false
    this.#wanted = 'no'
    // The next run finds out again.
    this.isFull = false
    this.#schedule(null)
  }

  #want(what: 'push' | 'pull'): void {
    if (this.needsAuth) return
    if (this.#wanted !== 'pull') this.#wanted = what
    if (!this.#run && !this.#isReserved) this.#running = this.#go()
  }

  async #go(): Promise<void> {
    const run = (this.#run = new AbortController())
    let wait = IDLE_MS
    this.#schedule(null)
    while (this.#wanted !== 'no' && this.#run === run) {
      const wanted = this.#wanted
      this.#wanted = 'no'
      const next = await this.#round(wanted, run.signal).catch((cause: unknown) =>
        // Given up, in a database that may be closed by now.
        this.#run === run ? this.#stumbled(cause) : IDLE_MS,
      )
      if (typeof next === 'number') wait = next
      if (this.#run === run && this.#faults > 0) this.#holdBack()
      if (typeof next === 'string' && this.#run === run) this.#want(next)
    }
    if (this.#run !== run) return
    this.#run = null
    this.#schedule(this.needsAuth ? null : wait)
    this.#options.onChange('work')
  }

  /**
   * A mutation added while a request failed waits with the rest; a reason to hope is older than the server's answer.
   */
  #holdBack(): void {
    if (this.#wanted === 'push' || this.isToldToWait) this.#wanted = 'no'
  }

  /** At most one request. */
  async #round(wanted: 'push' | 'pull', signal: AbortSignal): Promise<Next> {
    const { replica } = this.#options
    const taken = this.#taken
    this.#taken = null
    const batch = taken ?? (await takeBatch(replica, this.#limits()))
    if (batch.doubtful) this.#options.onChange('outbox')
    if (batch.sent.length === 0 && wanted === 'push') return this.#rest(batch)
    if (batch.sent.length === 0 && this.#isIdle) batch.request.sums = await this.#idleCheck.sums()
    this.#isIdle = false
    this.#options.onChange('work')
    const ahead = this.#ahead?.batch === batch ? this.#ahead : null
    this.#ahead = null
    const { signIns } = ahead ?? this
    const answer = await (ahead?.answer ?? this.#send(batch, signal))
    if (signal.aborted) return IDLE_MS
    const response = answer && v.safeParse(SyncResponse, answer.body)
    if (answer?.status === 200 && response?.success) return this.#answered(batch, response.output, signal)
    await releaseBatch(replica, batch.sent)
    if (signal.aborted) return IDLE_MS
    // A page that somebody on the way put in place of the answer is no answer.
    const fault = !answer || answer.status === 200 ? 'unreachable' : faultOf(answer)
    if (fault === 'unauthenticated' && signIns !== this.signIns) return 'pull'
    return this.#failed(batch, fault, answer)
  }

  #limits(): BatchLimits {
    return { window: this.#window, now: this.#options.clock.now(), maxBytes: this.#pace.bytes }
  }

  /** The taken batch enters no request. */
  #giveBack({ sent }: Batch): void {
    const { replica } = this.#options
    returnBatch(replica, sent).catch((cause: unknown) => {
      // Closed by now: whoever opens the outbox next takes them as they are.
      replica.log({ level: 'info', message: 'mutations stay marked as being sent', cause })
    })
  }

  /**
   * [PULL-9] Asks for the next part of a long answer while the device writes this one. It counts only if the device then
   * asks for the same.
   */
  #askAhead(batch: Batch, response: SyncResponse, signal: AbortSignal): Ahead | null {
    const request = requestAfter(batch.request, response)
    if (!request) return null
    const abandoned = new AbortController()
    const either = AbortSignal.any([signal, abandoned.signal])
    this.#form = 'names'
    const next = { ...batch, request }
    const { signIns } = this
    const answer = this.#send({ ...next, request: { ...request, ahead: true } }, either)
    return { batch: next, answer, signIns, abandon: () => abandoned.abort() }
  }

  /** After a while, or by mutations, so many spaces have moved that their sums do not tell. */
  #formOf({ mutations }: SyncRequest, now: number): CursorForm {
    const mayTell = mutations.length === 0 && now - this.#answeredAt <= SUMMED_MS
    return this.#form === 'sums' && !mayTell ? 'versions' : this.#form
  }

  async #send({ request }: Batch, signal: AbortSignal): Promise<TransportAnswer | undefined> {
    const { clock, transport } = this.#options
    const begun = clock.now()
    try {
      const travelling = asCompact(request, this.#formOf(request, begun))
      this.#isSummed = travelling.compact?.sums !== undefined
      const answer = await transport(travelling, signal, {
        answerMs: this.#pace.answerMs,
        onPart: () => {
          if (clock.now() - begun > LONG_ANSWER_MS) this.receivedParts += 1
        },
      })
      this.#pace.answered(clock.now() - begun)
      return answer
    } catch (cause) {
      if (isAnswerTimeout(cause))
        this.#pace.late(request.mutations.reduce((sum, mutation) => sum + bytesOf(mutation), 0))
      if (!signal.aborted) this.#options.replica.log({ level: 'info', message: 'no answer from the server', cause })
      return undefined
    }
  }

  async #answered(batch: Batch, response: SyncResponse, signal: AbortSignal): Promise<Next> {
    const probed = this.#window.limit === 0
    let isSettled = false
    const settle = () => {
      if (isSettled) return
      isSettled = true
      this.#window.answered(batch.sent.length)
      this.#window.settle(batch.sent, response, this.#options.clock.now())
    }
    const limitNext = () => {
      settle()
      return this.#limits()
    }
    const ahead = this.#askAhead(batch, response, signal)
    const applied = response.unclear ? null : await applyAnswer(this.#options.replica, batch, { response, limitNext })
    if (signal.aborted) {
      if (applied?.next) this.#giveBack(applied.next)
      return IDLE_MS
    }
    this.isFull = applied?.full ?? false
    this.connection = 'connected'
    this.#faults = 0
    this.isToldToWait = false
    // The server could not tell which of many missing spaces it was.
    this.#form = applied && !response.more ? 'sums' : this.#isSummed && !applied ? 'versions' : 'names'
    this.#answeredAt = this.#options.clock.now()
    if (applied === null || applied.overtaken) {
      ahead?.abandon()
      await releaseBatch(this.#options.replica, batch.sent)
      this.#options.onChange('outbox')
      return 'pull'
    }
    this.#options.onTaken(heldVersions(response, applied.taken))
    const { sums } = batch.request
    if (sums) await this.#idleCheck.note(sums, { response, applied })
    settle()
    const { next } = applied
    if (next && (next.sent.length > 0 || response.more)) this.#taken = next
    if (ahead && next?.sent.length === 0 && equal(next.request, ahead.batch.request)) {
      this.#ahead = ahead
      this.#taken = ahead.batch
    } else ahead?.abandon()
    this.#options.onChange('outbox')
    // An answer that had no room has none at once, either.
    if (response.more && !this.isFull) return 'pull'
    if (next && !this.#taken && !next.doubtful) return this.#rest(next)
    return probed || (batch.sent.length > 0 && applied.pending > 0) ? 'push' : this.#rest(batch)
  }

  /** Until a lane is due that the last batch had to leave, even if it fell due since. */
  #rest({ takenAt }: Batch): number {
    const due = this.#window.nextDue(takenAt)
    return due === null ? IDLE_MS : Math.max(1, due - this.#options.clock.now())
  }

  #failed({ sent }: Batch, fault: Fault, answer: TransportAnswer | undefined): Next {
    this.#options.replica.log({ level: 'info', message: `sync failed: ${answer?.status ?? 'no answer'}` })
    if (fault === 'unauthenticated') {
      this.needsAuth = true
      this.#options.onNeedsAuth()
      return IDLE_MS
    }
    const now = this.#options.clock.now()
    const lanes = [...new Set(sent.map(({ lane }) => lane))]
    if (fault === 'broken' && this.#window.broke(lanes, sent.length, now))
      return this.#window.limit === 0 ? 'pull' : 'push'
    this.connection = fault
    this.#faults += 1
    this.isToldToWait = answer?.retryAfterMs !== undefined
    return answer?.retryAfterMs ?? backOff(this.#faults, this.#options.random())
  }

  /** The device's own storage failed, or there is a bug: told, and tried again like any other fault. */
  #stumbled(cause: unknown): number {
    this.#options.replica.log({ level: 'error', message: 'a sync round failed on the device', cause })
    this.connection = 'broken'
    this.isToldToWait = false
    this.#faults += 1
    return backOff(this.#faults, this.#options.random())
  }

  #schedule(ms: number | null): void {
    const { clock } = this.#options
    if (this.#timer !== null) clock.clearTimeout(this.#timer)
    this.#timer = ms === null ? null : clock.setTimeout(() => this.#due(), ms)
    this.nextAttemptAt = ms === null || ms === IDLE_MS ? null : new Date(clock.date().getTime() + ms)
  }

  #due(): void {
    this.#timer = null
    this.#isIdle = this.#faults === 0
    this.isToldToWait = false
    this.#want('pull')
  }
}
