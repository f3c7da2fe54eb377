import { statfs } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { Config } from '../config.ts'

/**
 * Refuses as `unavailable` an upload of `bytes` that would leave less than `keepFreeBytes` on the volume of the data
 * directory: the database writes there too, and stops altogether where it finds no room.
 */
export async function requireDiskRoom(
  { dataDir, keepFreeBytes }: Pick<Config, 'dataDir' | 'keepFreeBytes'>,
  bytes: number,
  freeOf: (folder: string) => Promise<number> = freeBytesOf,
): Promise<void> {
  if ((await freeOf(dataDir)) - bytes >= keepFreeBytes) return
  throw new Refusal('unavailable', 'Something went wrong, please try again later')
}

/** What an ordinary user may still fill. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
