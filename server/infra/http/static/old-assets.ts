import { buffer } from 'node:stream/consumers'
import type { S3Client } from '../../files/storage/s3-client.ts'
import { assetKey, ASSETS } from './keep-assets.ts'
import { isHashedAsset, readStaticFile } from './static-files.ts'
import type { StaticFile } from './static-files.ts'

/** Files of other releases than the one that this server has: of those before, and of the next while servers are upgraded. */
export type OldAssets = {
  /** Null for what no release of the last weeks had. `path` as in addresses. */
  read: (path: string) => Promise<StaticFile | null>
}

/** Names are listed this often at most, however many are asked for that are not there. */
const LISTED_MS = 5_000
/** So many stay in memory. An old page asks for a few. */
const HELD_MAX = 100

export function openOldAssets(bucket: S3Client): OldAssets {
  const held = new Map<string, Promise<StaticFile | null>>()
  let names: Promise<ReadonlySet<string>> | null = null
  let listedAt = -Infinity

  function listed(): Promise<ReadonlySet<string>> {
    if (names !== null && performance.now() - listedAt < LISTED_MS) return names
    listedAt = performance.now()
    const asked = list(bucket)
    asked.catch(() => {
      if (names === asked) names = null
    })
    names = asked
    return asked
  }

  async function load(path: string): Promise<StaticFile | null> {
    const key = assetKey(path)
    if (!(await listed()).has(key)) return null
    const body = await bucket.get(key)
    return body && readStaticFile(path, await buffer(body))
  }

  return {
    async read(path) {
      if (!isHashedAsset(path)) return null
      const known = held.get(path)
      if (known) return known
      const loading = load(path)
      held.set(path, loading)
      const [oldest] = held.size > HELD_MAX ? held.keys() : []
      if (oldest !== undefined) held.delete(oldest)
      const file = await loading.catch((error: unknown) => {
        held.delete(path)
        throw error
      })
      // It may come with the next release.
      if (!file) held.delete(path)
      return file
    },
  }
}

async function list(bucket: S3Client): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const { key } of bucket.list(ASSETS)) names.add(key)
  return names
}
