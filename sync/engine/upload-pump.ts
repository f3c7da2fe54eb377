import { backOff } from './core/back-off.ts'
import { uploadAnswerOf } from './core/fault.ts'
import { FileGone } from './local/file-chunks.ts'
import type { Replica } from './local/replica.ts'
import { rejectForFile } from './local/retry-mutation.ts'
import { nextUpload, patchUpload } from './local/uploads.ts'
import type { Clock, TransportAnswer, Uploader, UploadJob } from './ports.ts'
import type { ErrorBody } from './protocol/error-body.ts'
import type { Rejection } from './store.ts'

/** Stands in the delays for the device's own storage, where the file's id stands for a file. */
const DEVICE = 'device'
/** A server that says 0 does not mean at once, for ever. */
const LEAST_WAIT_MS = 100
/** How often the progress of an upload is written down, in milliseconds. */
const PROGRESS_MS = 250

type PumpOptions = {
  replica: Replica
  uploader: Uploader
  clock: Clock
  random: () => number
  /** A file is on the server, or has been refused: its mutation has an outcome, or can be sent. */
  onSettled: () => void
  /** It is no longer busy. */
  onIdle: () => void
  onNeedsAuth: () => void
  /** Counts sign-ins. */
  signIns: () => number
}

/** [UPLOAD-1] Sends the files that queued mutations name, one at a time, in the order of the outbox. */
export class UploadPump {
  /** All bytes that ever went up: it moves for as long as an upload does. */
  movedBytes = 0
  readonly #options: PumpOptions
  readonly #delays = new Map<string, { faults: number; notBefore: number }>()
  #run: AbortController | null = null
  #running: Promise<void> = Promise.resolve()
  #again = false
  /** Files that are on the server or were refused. */
  #settled = 0
  #timer: number | null = null

  constructor(options: PumpOptions) {
    this.#options = options
  }

  get busy(): boolean {
    return this.#run !== null
  }

  /** Something has failed lately, and waits. */
  get isHeldUp(): boolean {
    return this.#delays.size > 0
  }

  /** `hopeful`: also what has failed lately. */
  wake({ hopeful }: { hopeful: boolean }): void {
    if (hopeful) this.#delays.clear()
    this.#again = true
    if (!this.#run) this.#running = this.#go()
  }

  /** Says whether a file has settled meanwhile. */
  async drain(): Promise<boolean> {
    const before = this.#settled
    this.wake({ hopeful: true })
    await this.#running
    return this.#settled > before
  }

  /** Gives up the upload under way, be it stuck, and begins anew. */
  restart(): void {
    this.pause()
    this.wake({ hopeful: true })
  }

  pause(): void {
    this.#run?.abort()
    this.#run = null
    this.#again = false
    this.#clearTimer()
  }

  async #go(): Promise<void> {
    const run = (this.#run = new AbortController())
    this.#clearTimer()
    try {
      while (this.#again && this.#run === run) {
        this.#again = false
        while (this.#run === run) {
          const job = await nextUpload(this.#options.replica, (fileId) => this.#isDelayed(fileId))
          if (!job || !(await this.#upload(job, run))) break
        }
      }
    } catch (cause) {
      if (this.#run !== run) return
      this.#options.replica.log({ level: 'error', message: 'an upload failed on the device', cause })
      this.#delays.set(DEVICE, { faults: 1, notBefore: this.#options.clock.now() + backOff(3, this.#options.random()) })
    }
    if (this.#run !== run) return
    this.#run = null
    this.#wait()
    this.#options.onIdle()
  }

  /** Sends one file; says whether to go on with the next. */
  async #upload(job: UploadJob, run: AbortController): Promise<boolean> {
    const { replica } = this.#options
    const { fileId, size } = job.upload
    const signIns = this.#options.signIns()
    const { answer, sent, isGone } = await this.#send(job, run)
    if (run.signal.aborted) return false
    if (isGone) return this.#refuse(fileId, { kind: 'not-found', message: new FileGone().message })
    const meaning = answer ? uploadAnswerOf(answer) : 'unreachable'
    if (meaning === 'done') {
      this.#delays.delete(fileId)
      await patchUpload(replica, fileId, { state: 'sent', sent: size })
      return this.#settle()
    }
    if (answer && meaning === 'refused') {
      const { statusCode, message } = answer.body as ErrorBody
      return this.#refuse(fileId, { kind: statusCode === 413 ? 'too-large' : 'unsupported', message })
    }
    await patchUpload(replica, fileId, { state: 'waiting', sent })
    if (meaning === 'unauthenticated' && signIns !== this.#options.signIns()) return true
    if (meaning === 'unauthenticated') this.#options.onNeedsAuth()
    else this.#delay(fileId, answer?.retryAfterMs)
    return meaning === 'broken'
  }

  async #refuse(fileId: string, rejection: Rejection): Promise<true> {
    await rejectForFile(this.#options.replica, fileId, rejection)
    return this.#settle()
  }

  #settle(): true {
    this.#settled += 1
    this.#options.onSettled()
    return true
  }

  /** `sent`: the bytes that have gone up, in this attempt or in those before; `isGone`: the device has lost them. */
  async #send(
    job: UploadJob,
    run: AbortController,
  ): Promise<{ answer?: TransportAnswer; sent: number; isGone?: true }> {
    const { replica, uploader, clock } = this.#options
    const { fileId } = job.upload
    let deviceFault: unknown
    const onDevice = <Result>(work: Promise<Result>) =>
      work.catch((cause: unknown) => {
        deviceFault = cause
        throw cause
      })
    const read: UploadJob['read'] = (from, to) => onDevice(job.read(from, to))
    let written = clock.now()
    let before = job.upload.sent
    const onProgress = (sent: number) => {
      this.movedBytes += Math.max(0, sent - before)
      before = sent
      if (clock.now() - written < PROGRESS_MS) return
      written = clock.now()
      void patchUpload(replica, fileId, { sent }).then(
        (kept) => kept || this.#abandon(run),
        () => {},
      )
    }
    try {
      await onDevice(patchUpload(replica, fileId, { state: 'sending' }))
      return { answer: await uploader({ ...job, read }, { signal: run.signal, onProgress }), sent: before }
    } catch (cause) {
      if (cause instanceof FileGone) return { sent: 0, isGone: true }
      if (run.signal.aborted) return { sent: before }
      if (cause !== deviceFault) replica.log({ level: 'info', message: 'no answer to an upload', cause })
      else replica.log({ level: 'error', message: 'an upload failed on the device', cause })
      return { sent: before }
    }
  }

  /** The message was taken back while its file went up. */
  #abandon(run: AbortController): void {
    if (this.#run !== run) return
    this.pause()
    this.wake({ hopeful: false })
  }

  #isDelayed(fileId: string): boolean {
    return (this.#delays.get(fileId)?.notBefore ?? 0) > this.#options.clock.now()
  }

  #delay(fileId: string, ms: number | undefined): void {
    const faults = (this.#delays.get(fileId)?.faults ?? 0) + 1
    const wait = Math.max(ms ?? backOff(faults, this.#options.random()), LEAST_WAIT_MS)
    this.#delays.set(fileId, { faults, notBefore: this.#options.clock.now() + wait })
  }

  #wait(): void {
    const now = this.#options.clock.now()
    const due = [...this.#delays.values()].map(({ notBefore }) => notBefore).filter((time) => time > now)
    if (due.length === 0) return
    this.#timer = this.#options.clock.setTimeout(() => this.wake({ hopeful: false }), Math.min(...due) - now)
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer)
    this.#timer = null
  }
}
