import { useEffect, useState } from 'react'
import { mediaCacheOf } from '../../core/media/media-cache.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** The files beside the rows. Bytes where they are known. */
export type LocalFiles = { uploads: number; uploadBytes: number; drafts: number; pictures: number | null }

export function useLocalFiles(account: string): LocalFiles | undefined {
  const { db } = useSync()
  const pictures = usePictures(account)
  return useLiveQuery(async () => {
    const uploads = (await db.uploads.toArray()).filter(({ state }) => state !== 'sent')
    const uploadBytes = uploads.reduce((sum, { size }) => sum + size, 0)
    return { uploads: uploads.length, uploadBytes, drafts: await db.drafts.count(), pictures }
  }, [db, pictures])
}

/** How many pictures the service worker keeps; null where the browser has no such cache. */
function usePictures(account: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    void countPictures(account).then(setCount)
  }, [account])
  return count
}

async function countPictures(account: string): Promise<number | null> {
  if (!globalThis.caches) return null
  const name = mediaCacheOf(account)
  return (await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0
}
