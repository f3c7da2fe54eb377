import type { App } from '../../../app.ts'
import type { S3Client, S3Object } from '../../files/storage/s3-client.ts'
import { bytesUpTo } from './bytes-up-to.ts'
import { KEPT_MS, LIST_MAX, RELEASES } from './keep-assets.ts'
import { readReleaseList } from './release-list.ts'
import type { ReleaseFiles } from './release-list.ts'

/** The hashes that files of releases may have, by path: two releases may have one name. */
type Index = ReadonlyMap<string, ReadonlySet<string>>

/** The bucket is asked this often at most, however many names are asked for that are not there, or after a failure. */
const LISTED_MS = 5_000
/** The releases of 30 days that are read, the last ones. */
const RELEASES_MAX = 200

/** The signed files of all releases that ran in the last 30 days. Rejects, for a while, where the bucket does not answer. */
export function openReleaseIndex(
  app: Pick<App, 'log' | 'secret' | 'clock'>,
  bucket: S3Client,
): { read: () => Promise<Index> } {
  /** Lists by key and time: one that has not changed is not read again. */
  let lists = new Map<string, ReleaseFiles | null>()
  let asked: Promise<Index> | null = null
  let isUnderWay = false
  let askedAt = -Infinity

  async function load(): Promise<Index> {
    const since = new Date(app.clock().getTime() - KEPT_MS)
    const found: S3Object[] = []
    for await (const one of bucket.list(RELEASES)) {
      if (one.changedAt > since && one.size <= LIST_MAX) found.push(one)
    }
    const last = found
      .toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime())
      .slice(0, RELEASES_MAX)
    const read = new Map<string, ReleaseFiles | null>()
    for (const { key, changedAt } of last) {
      const name = `${key} ${changedAt.getTime()}`
      read.set(name, lists.get(name) ?? (lists.has(name) ? null : await readList(key, since)))
    }
    lists = read
    const index = new Map<string, Set<string>>()
    for (const files of read.values()) {
      for (const [path, hash] of Object.entries(files ?? {})) index.set(path, (index.get(path) ?? new Set()).add(hash))
    }
    return index
  }

  async function readList(key: string, since: Date): Promise<ReleaseFiles | null> {
    const body = await bucket.get(key)
    const bytes = body && (await bytesUpTo(body, LIST_MAX))
    const files = bytes && readReleaseList(app.secret, bytes, since)
    if (!files) app.log.warn({ key }, 'a list of files of the app in the bucket is not signed by this site')
    return files
  }

  return {
    read() {
      if (asked && (isUnderWay || performance.now() - askedAt < LISTED_MS)) return asked
      isUnderWay = true
      asked = load().finally(() => {
        isUnderWay = false
        askedAt = performance.now()
      })
      return asked
    },
  }
}
