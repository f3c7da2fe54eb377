import type { App } from '../../../app.ts'
import { createGate } from '../../concurrency/gate.ts'
import type { S3Client } from '../../files/storage/s3-client.ts'
import { Unavailable } from '../limits/unavailable.ts'
import { bytesUpTo } from './bytes-up-to.ts'
import { assetKey } from './keep-assets.ts'
import { openReleaseIndex } from './release-index.ts'
import { hashOf } from './release-list.ts'
import { isHashedAsset, readStaticFile } from './static-files.ts'
import type { StaticFile } from './static-files.ts'

/** Files of other releases than the one that this server has: of those before, and of the next while servers are upgraded. */
export type OldAssets = {
  /** Null for what no release of the last weeks had, and for other bytes than a server has signed. `path` as in addresses. */
  read: (path: string) => Promise<StaticFile | null>
}

/** So many are loaded and compressed at a time, and so many wait for it. */
const LOADS = 2
const LOADING_MAX = 100
/** No file of an app is larger. */
const FILE_MAX = 32_000_000
/** A file that is not there, or not ours, is not asked for again so long. */
const MISSING_MS = 5_000

export type OldAssetsOptions = {
  /** The bytes that stay in memory, those last used; an open page asks for some megabytes. */
  heldMax?: number
}

export function openOldAssets(
  app: Pick<App, 'log' | 'secret' | 'clock'>,
  bucket: S3Client,
  { heldMax = 64_000_000 }: OldAssetsOptions = {},
): OldAssets {
  const held = new Map<string, StaticFile>()
  let heldBytes = 0
  const loading = new Map<string, Promise<StaticFile | null>>()
  const missingUntil = new Map<string, number>()
  const index = openReleaseIndex(app, bucket)
  const inGate = createGate(LOADS)

  async function load(path: string): Promise<StaticFile | null> {
    const hashes = (await index.read()).get(path)
    if (!hashes || performance.now() < (missingUntil.get(path) ?? 0)) return null
    missingUntil.delete(path)
    const file = await inGate(() => loadSigned(path, hashes))
    if (file) hold(path, file)
    else missingUntil.set(path, performance.now() + MISSING_MS)
    return file
  }

  async function loadSigned(path: string, hashes: ReadonlySet<string>): Promise<StaticFile | null> {
    const body = await bucket.get(assetKey(path))
    if (!body) return null
    const bytes = await bytesUpTo(body, FILE_MAX)
    if (bytes && hashes.has(hashOf(bytes))) return readStaticFile(path, bytes)
    app.log.error({ path }, 'a file of the app in the bucket is not the one that was put there, and is not sent')
    return null
  }

  function hold(path: string, file: StaticFile): void {
    held.set(path, file)
    heldBytes += sizeOf(file)
    for (const [oldest, one] of held) {
      if (heldBytes <= heldMax) break
      held.delete(oldest)
      heldBytes -= sizeOf(one)
    }
  }

  return {
    async read(path) {
      if (!isHashedAsset(path)) return null
      const known = held.get(path)
      if (known) {
        held.delete(path)
        held.set(path, known)
        return known
      }
      const begun = loading.get(path)
      if (begun) return begun
      if (loading.size >= LOADING_MAX) throw new Unavailable('The server is busy. Try again in a few seconds.', 5)
      const begins = load(path).finally(() => loading.delete(path))
      loading.set(path, begins)
      return begins
    },
  }
}

function sizeOf({ bodies }: StaticFile): number {
  return bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0)
}
