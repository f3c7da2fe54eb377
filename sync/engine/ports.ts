import type { SyncRequest } from './protocol/sync-request.ts'
import type { OutboxRecord, Upload } from './store.ts'

/** Time, as far as the engine needs it. */
export type Clock = {
  /** Milliseconds of a clock that only goes forward, from an arbitrary start. */
  now(): number
  /** The device's clock, however wrong: shown, never reckoned with. */
  date(): Date
  setTimeout(work: () => void, ms: number): number
  clearTimeout(timer: number): void
}

/** The answer to a request: any status, `body` as parsed JSON (undefined when it is none). */
export type TransportAnswer = { status: number; body: unknown; retryAfterMs?: number | undefined }

/**
 * Sends one request, telling of each part of an answer that comes in. Rejects when no answer came: no line, an abort, and with
 * a `TimeoutError` when it did not begin within `answerMs` milliseconds, or broke off.
 */
export type Transport = (
  request: SyncRequest,
  signal: AbortSignal,
  options?: { answerMs?: number; onPart?: () => void },
) => Promise<TransportAnswer>

/** `record`: the first mutation in the outbox that names the file. */
export type UploadJob = {
  upload: Upload
  record: OutboxRecord
  /** The bytes from one offset up to another. Rejects with `FileGone` when the device has lost them. */
  read: (from: number, to: number) => Promise<ArrayBuffer[]>
}

/** Sends one file, telling of the bytes that went up. A file sent twice under one id is one file. Rejects when no answer came, or as `read` does. */
export type Uploader = (
  job: UploadJob,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<TransportAnswer>

/** As much of `navigator.locks` as the leader needs. */
export type Locks = {
  request(
    name: string,
    options: { steal?: boolean; ifAvailable?: boolean; signal?: AbortSignal },
    hold: (lock: unknown) => Promise<void>,
  ): Promise<void>
}

/** As much of a `BroadcastChannel` as the tabs of an account need: everyone hears it but the sender. */
export type Channel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

/** As much of `navigator.storage` as `health()` tells of. */
export type DeviceStorage = {
  estimate(): Promise<{ quota?: number; usage?: number }>
  persisted(): Promise<boolean>
  persist(): Promise<boolean>
}

/** A second place on the device for what is queued, apart from the database, which a browser may lose as a whole. */
export type BackupStorage = {
  /** In the place of what it had under the same id. */
  put(record: OutboxRecord): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  ids(): Promise<string[]>
  all(): Promise<OutboxRecord[]>
}
