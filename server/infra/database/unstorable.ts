import { DriverException } from '@mikro-orm/core'

export const UNSTORABLE = 'This holds something that cannot be stored.'

/** True when PostgreSQL can never store the given data (SQLSTATE class 22): a retry would not help. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof DriverException && error.code?.startsWith('22') === true
}
