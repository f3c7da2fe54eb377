import { statfs } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { Config } from '../config.ts'

/**
 * Runs uploads that leave `keepFreeBytes` on the volume of the data directory, those under way counted with all the bytes
 * that they may have: the database writes there too, and stops altogether where it finds no room. Refuses the rest as
 * `unavailable`.
 */
export function createDiskRoom(
  { dataDir, keepFreeBytes }: Pick<Config, 'dataDir' | 'keepFreeBytes'>,
  freeOf: (folder: string) => Promise<number> = freeBytesOf,
): <Result>(bytes: number, upload: () => Promise<Result>) => Promise<Result> {
  let underWay = 0
  return async (bytes, upload) => {
    const free = await freeOf(dataDir)
    // Nothing comes between the look at the sum and its growth.
    if (free - underWay - bytes < keepFreeBytes) {
      throw new Refusal('unavailable', 'Something went wrong, please try again later')
    }
    underWay += bytes
    try {
      return await upload()
    } finally {
      underWay -= bytes
    }
  }
}

/** What an ordinary user may still fill. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
