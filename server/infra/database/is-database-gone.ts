import { DriverException } from '@mikro-orm/core'

/** PostgreSQL ends, begins, takes no more connections, or does not answer. */
const CODES: ReadonlySet<unknown> = new Set([
  ...['57P01', '57P02', '57P03', '53300', '3D000', '08000', '08001', '08003', '08004', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
])
const LOST = /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** True for an error of a statement that no database answered: the same call may succeed a moment later. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOfDatabase = error instanceof DriverException || 'severity' in error
  return (isOfDatabase && CODES.has((error as { code?: unknown }).code)) || LOST.test(error.message)
}
