import type { App } from '../../../app.ts'
import type { S3Client } from '../../files/storage/s3-client.ts'
import { bytesUpTo } from './bytes-up-to.ts'
import { hashOf, pathsOfReleaseList, releaseFilesOf, signReleaseList } from './release-list.ts'
import type { StaticFiles } from './static-files.ts'

/*
 * The files of all releases that pages may still run, so that any server answers the pages of any other:
 *
 *   app/assets/<name>      a file whose name has a hash of its content
 *   app/releases/<hash>    the files of one release with the hash of each, signed, written anew each day while a server runs it
 */

export const ASSETS = 'app/assets/'
export const RELEASES = 'app/releases/'

const DAY_MS = 86_400_000
/** Files stay so long after a server last ran their release. */
export const KEPT_MS = 30 * DAY_MS
/** No younger file is removed: its release may start just then. */
const YOUNG_MS = 2 * DAY_MS
/** The list of a release of thousands of files has some hundred kilobytes. */
export const LIST_MAX = 4_000_000
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
export function keepAssets(
  app: Pick<App, 'log' | 'secret' | 'clock'>,
  bucket: S3Client,
  files: StaticFiles,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  async function keep(): Promise<void> {
    const next = await keepRelease(app, bucket, files).then(
      () => DAY_MS,
      (error: unknown) => {
        app.log.warn({ err: error }, 'the files of the app could not be put into the bucket')
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
export async function keepRelease(
  { secret, clock }: Pick<App, 'secret' | 'clock'>,
  bucket: S3Client,
  files: StaticFiles,
): Promise<number> {
  const listed = releaseFilesOf(files)
  const paths = Object.keys(listed)
  if (paths.length === 0) return 0
  const now = clock()
  const key = RELEASES + hashOf(Buffer.from(JSON.stringify(listed))).slice(0, 32)
  const known = await bucket.head(key)
  // First of all: from now on no sweep takes files of this release.
  await bucket.write(key, signReleaseList(secret, listed, now))
  // A sweep that began before may take old files of a release that nobody ran: they are written anew.
  const isCovered = known !== null && ageOf(known, now) < KEPT_MS - DAY_MS
  const there = new Set<string>()
  for await (const found of bucket.list(ASSETS)) if (isCovered || ageOf(found, now) < DAY_MS) there.add(found.key)
  let put = 0
  for (const path of paths.filter((one) => !there.has(assetKey(one)))) {
    await bucket.write(assetKey(path), new Uint8Array(files.get(path)?.bodies.identity ?? []))
    put += 1
  }
  return put
}

/** Removes the files that no release of the last 30 days has, and that are older than two days. Gives how many. */
export async function removeOldAssets(bucket: S3Client, now: Date): Promise<number> {
  const kept = new Set<string>()
  const over: string[] = []
  for await (const { key, changedAt } of bucket.list(RELEASES)) {
    if (ageOf({ changedAt }, now) > KEPT_MS) over.push(key)
    else for (const path of await pathsOf(bucket, key)) kept.add(assetKey(path))
  }
  let removed = 0
  for await (const { key, changedAt } of bucket.list(ASSETS)) {
    if (kept.has(key) || ageOf({ changedAt }, now) < YOUNG_MS) continue
    // A release that has started since then has written it anew.
    const found = await bucket.head(key)
    if (!found || ageOf(found, now) < YOUNG_MS) continue
    await bucket.remove(key)
    removed += 1
  }
  for (const key of over) {
    const found = await bucket.head(key)
    if (found && ageOf(found, now) > KEPT_MS) await bucket.remove(key)
  }
  return removed
}

function ageOf({ changedAt }: { changedAt: Date }, now: Date): number {
  return now.getTime() - changedAt.getTime()
}

async function pathsOf(bucket: S3Client, key: string): Promise<string[]> {
  const body = await bucket.get(key)
  const bytes = body && (await bytesUpTo(body, LIST_MAX))
  return bytes ? pathsOfReleaseList(bytes) : []
}
