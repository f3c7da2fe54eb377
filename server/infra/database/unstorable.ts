import { DriverException } from '@mikro-orm/core'

export const UNSTORABLE = 'This holds something that cannot be stored.'

/** Whether PostgreSQL cannot hold the given data (SQLSTATE class 22), however often they are sent. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof DriverException && error.code?.startsWith('22') === true
}
