import { FILES_ASKED_MAX, FilesViewable } from '@vesper/sync/vesper/api/files.ts'
import { callApi } from '../../core/api/api.ts'
import { keptVideosOf, mediaCacheOf } from '../../core/media/media-cache.ts'

/** Avatars and covers are for everybody and stay. */
const PRIVATE = /\/media\/([\da-f-]{36})\/(?:original|thumbnail|poster|360p|720p)(?:\?w=\d+)?$/

/** The file with which the batch began that had no answer, of each account. */
const failedFrom = new Map<string, string>()

/**
 * Removes the copies of files that the account may no longer see: of a deleted message, of a post that is locked or removed,
 * of a conversation that is lost. The server is asked, since a device may keep a picture without the row that showed it.
 * Rejects, and removes nothing more, when the server does not answer; the next run begins with the batch that failed.
 */
export async function dropWithdrawn(account: string): Promise<void> {
  const copies = Map.groupBy(await privateCopies(account), ({ fileId }) => fileId)
  const ids = [...copies.keys()]
  const failed = ids.indexOf(failedFrom.get(account) ?? '')
  // Answered files come last: they may have been withdrawn since.
  if (failed > 0) ids.push(...ids.splice(0, failed))
  for (let start = 0; start < ids.length; start += FILES_ASKED_MAX) {
    const asked = ids.slice(start, start + FILES_ASKED_MAX)
    failedFrom.set(account, asked[0] ?? '')
    const viewable = new Set((await callApi(questionOf(asked))).ids)
    const gone = asked.filter((id) => !viewable.has(id)).flatMap((id) => copies.get(id) ?? [])
    await Promise.all(gone.map(({ cache, key }) => cache.delete(key)))
  }
  failedFrom.delete(account)
}

/** Pictures, and videos that were asked for. */
async function privateCopies(account: string): Promise<{ cache: Cache; key: Request; fileId: string }[]> {
  if (!globalThis.caches) return []
  const names = [mediaCacheOf(account), keptVideosOf(account)]
  const existing = await Promise.all(names.map(async (name) => ((await caches.has(name)) ? caches.open(name) : null)))
  const found = existing
    .filter((cache) => cache !== null)
    .map(async (cache) => {
      const keys = await cache.keys()
      return keys.flatMap((key) => {
        const fileId = PRIVATE.exec(key.url)?.[1]
        return fileId === undefined ? [] : [{ cache, key, fileId }]
      })
    })
  return (await Promise.all(found)).flat()
}

function questionOf(ids: string[]) {
  return { method: 'POST', path: '/files/viewable', body: { ids }, answer: FilesViewable } as const
}
