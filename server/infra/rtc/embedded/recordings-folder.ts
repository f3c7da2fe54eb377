import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A room that still records writes all the time. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1_000

/** Where rooms write their recordings, until their rooms are closed. */
export function recordingsFolder(dataDir: string): string {
  return join(dataDir, 'rtc')
}

/** Removes recordings that a server left behind when it ended in their middle. */
export async function sweepRecordings(dataDir: string, now: Date): Promise<void> {
  const folder = recordingsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written && now.getTime() - written.mtimeMs > LEFT_OVER_MS) await rm(path, { force: true })
  }
}
