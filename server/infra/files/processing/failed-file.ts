import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { File } from '../entity.ts'
import { FfmpegFault } from './run-ffmpeg.ts'

/** A file is at fault, and its processing ends. */
export class FailedFile extends Error {
  override readonly name = 'FailedFile'
  readonly failure: NonNullable<File['failure']>

  constructor(failure: NonNullable<File['failure']>) {
    super(`This file is ${failure}.`)
    this.failure = failure
  }
}

/** Ends of ffmpeg that tell of the file. Any other leaves the file as it is, for another try. */
const verdicts: { readonly [Reason in FfmpegFault['reason']]?: NonNullable<File['failure']> } = {
  ...{ refused: 'damaged', crashed: 'damaged' },
  // It takes too much of the machine.
  exhausted: 'timeout',
}
/** Ends of ffmpeg that a busy machine causes, or a file that takes too much of it. */
const doubts: ReadonlySet<FfmpegFault['reason']> = new Set(['memory', 'killed', 'timeout'])
/** Retries grow further apart: these take more than half an hour, in which other files end the same way or do not. */
const DOUBTS_MAX = 10

/**
 * The verdict about a file whose processing failed. Null where the server is at fault, or may be: a full or failing disk, short
 * memory, an ended program, a busy machine, a mistake of ours. Then the file stays, and its processing is tried again.
 */
export function failureOf(error: unknown, { doubts: before = 0 }: { doubts?: number } = {}): File['failure'] {
  if (error instanceof FailedFile) return error.failure
  if (error instanceof Refusal && error.isFinal) return error.kind === 'unsupported' ? 'unsupported' : 'damaged'
  if (isDoubtful(error) && before + 1 >= DOUBTS_MAX) return 'timeout'
  return error instanceof FfmpegFault ? (verdicts[error.reason] ?? null) : null
}

/** True for a fault that may be the file's. They are counted. */
export function isDoubtful(error: unknown): boolean {
  return error instanceof FfmpegFault && doubts.has(error.reason)
}

/** Lets work go on without a step that failed, where the file is at fault. Throws any other fault. */
export function requireVerdict(error: unknown, { signal, file }: { signal: AbortSignal; file: File }): void {
  signal.throwIfAborted()
  if (failureOf(error, file) === null) throw error
}
