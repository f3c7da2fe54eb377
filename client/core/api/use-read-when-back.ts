import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { unstable_serialize, useSWRConfig } from 'swr'
import type { Arguments } from 'swr'
import { useOnReconnect } from '../connection/use-on-reconnect.ts'

type Reading = {
  /** The key of the read. */
  key: Arguments
  error: unknown
  /** A kept copy is shown, though no error tells so. */
  isOld?: boolean
  read: () => unknown
}

/**
 * Reads again when the line is back what could not be read without one. A read that is under way is not begun a second
 * time, whoever began it. A refusal of the server stays.
 */
export function useReadWhenBack({ key, error, isOld = false, read }: Reading): void {
  const { cache } = useSWRConfig()
  const isRefused = error instanceof Refusal && error.kind !== 'unavailable'
  useOnReconnect(isOld || (error !== undefined && !isRefused), () => {
    const isUnderWay = cache.get(unstable_serialize(key))?.isValidating === true
    if (!isUnderWay) void read()
  })
}
