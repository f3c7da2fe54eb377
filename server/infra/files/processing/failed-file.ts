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

/** Why a file could not be processed; null where the file is not known to be at fault. */
export function failureOf(error: unknown): NonNullable<File['failure']> | null {
  if (error instanceof FailedFile) return error.failure
  if (error instanceof Refusal) return error.kind === 'unsupported' ? 'unsupported' : 'damaged'
  // A file that ends the program again and again takes too much of the machine.
  if (error instanceof FfmpegFault) return error.reason === 'refused' ? 'damaged' : 'timeout'
  return null
}
