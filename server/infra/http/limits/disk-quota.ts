import type { Config } from '../../../config.ts'
import { freeBytesOf, noRoom } from '../../files/storage/disk-room.ts'
import { createInFlightCounter } from './in-flight-counter.ts'
import { RateLimited } from './rate-limits.ts'

/** The most bytes of one client's uploads under way. An only one may have more. */
const SHARE_BYTES = 400 * 1024 * 1024

/**
 * Runs uploads that leave `config.keepFreeBytes` on the volume of the data directory, those under way counted with all the bytes
 * that they may have: the database writes there too, and stops altogether where it finds no room. Refuses the rest as
 * `unavailable`, and as `rate-limited` what would take more than one client's share of the room.
 */
export function createDiskQuota(
  config: Pick<Config, 'dataDir' | 'keepFreeBytes'>,
  freeOf: (folder: string) => Promise<number> = freeBytesOf,
): <Result>(client: string, bytes: number, upload: () => Promise<Result>) => Promise<Result> {
  const uploads = createInFlightCounter()
  return async (client, bytes, upload) => {
    const free = await freeOf(config.dataDir)
    // Nothing comes between the look at the sums and their growth.
    const share = uploads.of(client)
    if (share > 0 && share + bytes > SHARE_BYTES) throw new RateLimited(1)
    if (free - uploads.total() - bytes < config.keepFreeBytes) throw noRoom()
    return uploads.during(client, bytes, upload)
  }
}
