import { statfs } from 'node:fs/promises'
import type { App } from '../../../app.ts'
import type { Config } from '../../../config.ts'
import { Unavailable } from '../../http/limits/unavailable.ts'

const WAIT_SECONDS = 60
const MEGABYTE = 1024 * 1024
/** The part of the reserve that is gone when the server counts as full: uploads are refused long before. */
const GONE = 0.75

/**
 * Bytes that files may still take on the volume of the data directory. The reserve is the database's, which stops altogether
 * where it finds no room. Negative when files have to wait.
 */
async function spareBytes({ dataDir, keepFreeBytes }: Pick<Config, 'dataDir' | 'keepFreeBytes'>): Promise<number> {
  return (await freeBytesOf(dataDir)) - keepFreeBytes
}

/** Asks for the room of an app's files when something is about to be written. */
export function diskRoom({ config }: Pick<App, 'config'>): () => Promise<number> {
  return () => spareBytes(config)
}

/** The free bytes for an ordinary user. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The refusal of an upload while files have to wait. */
export function noRoom(): Unavailable {
  return new Unavailable('The server has no room for files right now. Try again in a few minutes.', WAIT_SECONDS)
}

/** True for a write that found no room. PostgreSQL has a code of its own. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** Why a server should take no requests: the reserve of the database is being used up. Null while it is there. */
export async function diskObstacle(
  { config }: Pick<App, 'config'>,
  freeOf: (folder: string) => Promise<number> = freeBytesOf,
): Promise<string | null> {
  const free = await freeOf(config.dataDir)
  return free >= config.keepFreeBytes * (1 - GONE) ? null : `disk full: ${roomWords(free, config)}`
}

/** Tells that uploads are refused, while all else goes on. Null while they are not. */
export async function diskWarning(
  { config }: Pick<App, 'config'>,
  freeOf: (folder: string) => Promise<number> = freeBytesOf,
): Promise<string | null> {
  const free = await freeOf(config.dataDir)
  return free >= config.keepFreeBytes ? null : `disk nearly full: ${roomWords(free, config)}`
}

function roomWords(free: number, { keepFreeBytes }: Pick<Config, 'keepFreeBytes'>): string {
  const [left, kept] = [free, keepFreeBytes].map((bytes) => Math.floor(bytes / MEGABYTE))
  return `${left} MB are free, KEEP_FREE_MB is ${kept}, and uploads are refused`
}
