import type { BackupStorage } from '../ports.ts'
import type { OutboxRecord } from '../store.ts'
import { OutboxBackup } from './outbox-backup.ts'
import type { BackupPorts } from './outbox-backup.ts'

const PATH = '/unsent/'

/** [OUTBOX-9] Copies in a cache of the browser, each entry a file by itself: what ruins its databases leaves them. */
export function cacheBackup(cacheName: string, edges: BackupPorts): OutboxBackup {
  return new OutboxBackup(edges, cacheStorage(cacheName))
}

function cacheStorage(cacheName: string): BackupStorage {
  let opened: Promise<Cache> | undefined
  // Once: by its name, a cache that was deleted meanwhile would be made again.
  const open = () => {
    opened ??= caches.open(cacheName)
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    async put(record) {
      await (await open()).put(PATH + record.id, new Response(JSON.stringify(record)))
    },
    async delete(ids) {
      const cache = await open()
      await Promise.all(ids.map((id) => cache.delete(PATH + id)))
    },
    async ids() {
      return (await (await open()).keys()).map(({ url }) => new URL(url).pathname.slice(PATH.length))
    },
    async all() {
      const cache = await open()
      const found = await Promise.all((await cache.keys()).map((key) => recordIn(cache, key)))
      return found.filter((record) => record !== null)
    },
  }
}

/** Null for an entry that cannot be read: the others are as good as before. */
async function recordIn(cache: Cache, key: Request): Promise<OutboxRecord | null> {
  try {
    return ((await (await cache.match(key))?.json()) as OutboxRecord | undefined) ?? null
  } catch {
    return null
  }
}
