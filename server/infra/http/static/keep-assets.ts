import { createHash } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { App } from '../../../app.ts'
import type { S3Client } from '../../files/storage/s3-client.ts'
import { isHashedAsset } from './static-files.ts'
import type { StaticFiles } from './static-files.ts'

/*
 * The files of all releases that pages may still run, so that any server answers the pages of any other:
 *
 *   app/assets/<name>      a file whose name has a hash of its content
 *   app/releases/<hash>    the names of the files of one release, written anew each day while a server runs it
 */

export const ASSETS = 'app/assets/'
const RELEASES = 'app/releases/'

const DAY_MS = 86_400_000
/** Files stay so long after a server last ran their release. */
const KEPT_MS = 30 * DAY_MS
/** The pause after a failure. */
const AGAIN_MS = 10 * 60_000

/** The key of an asset in the bucket. `path`: its address. */
export function assetKey(path: string): string {
  return ASSETS + path.slice('/assets/'.length)
}

/**
 * Keeps the files of this server's release in the bucket from now on: puts those that are missing, and says each day that the
 * release runs. Nothing waits for it; the log tells of a failure, and it is tried again.
 */
export function keepAssets({ log }: Pick<App, 'log'>, bucket: S3Client, files: StaticFiles): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  async function keep(): Promise<void> {
    const next = await keepRelease(bucket, files).then(
      () => DAY_MS,
      (error: unknown) => {
        log.warn({ err: error }, 'the files of the app could not be put into the bucket')
        return AGAIN_MS
      },
    )
    if (!isStopped) timer = setTimeout(() => void keep(), next).unref()
  }
  void keep()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Puts the files of a release into the bucket that are not there. Gives how many. */
export async function keepRelease(bucket: S3Client, files: StaticFiles): Promise<number> {
  const paths = [...files.keys()].filter(isHashedAsset).toSorted()
  if (paths.length === 0) return 0
  const list = Buffer.from(JSON.stringify(paths))
  // First of all: from now on no sweep takes files of this release.
  await bucket.write(RELEASES + createHash('sha256').update(list).digest('hex').slice(0, 32), list)
  const there = new Set<string>()
  for await (const { key } of bucket.list(ASSETS)) there.add(key)
  let put = 0
  for (const path of paths.filter((one) => !there.has(assetKey(one)))) {
    await bucket.write(assetKey(path), new Uint8Array(files.get(path)?.bodies.identity ?? []))
    put += 1
  }
  return put
}

/** Removes the files that no release of the last 30 days has. Gives how many. */
export async function removeOldAssets(bucket: S3Client, now: Date): Promise<number> {
  const kept = new Set<string>()
  const over: string[] = []
  for await (const { key, changedAt } of bucket.list(RELEASES)) {
    if (changedAt.getTime() < now.getTime() - KEPT_MS) over.push(key)
    else for (const path of await pathsOf(bucket, key)) kept.add(assetKey(path))
  }
  let removed = 0
  for await (const { key } of bucket.list(ASSETS)) {
    if (kept.has(key)) continue
    await bucket.remove(key)
    removed += 1
  }
  for (const key of over) await bucket.remove(key)
  return removed
}

async function pathsOf(bucket: S3Client, key: string): Promise<string[]> {
  const body = await bucket.get(key)
  return body ? ((await json(body)) as string[]) : []
}
