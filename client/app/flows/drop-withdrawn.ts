import { FILES_ASKED_MAX, FilesViewable } from '@vesper/sync/vesper/api/files.ts'
import { callApi } from '../../core/api/api.ts'
import { picturesOf } from '../../core/media/media-cache.ts'

/** Avatars and covers are for everybody and stay. */
const PRIVATE = /\/media\/([\da-f-]{36})\/(?:original|thumbnail)$/

/** The file with which the batch began that had no answer, of each account. */
const failedFrom = new Map<string, string>()

/**
 * Removes the copies of files that the account may no longer see: of a deleted message, of a post that is locked or removed,
 * of a conversation that is lost. The server is asked, since a device may keep a picture without the row that showed it.
 * Rejects, and removes nothing more, when the server does not answer; the next run begins with the batch that failed.
 */
export async function dropWithdrawn(account: string): Promise<void> {
  if (!globalThis.caches || !(await caches.has(picturesOf(account)))) return
  const cache = await caches.open(picturesOf(account))
  const copies = Map.groupBy(await cache.keys(), ({ url }) => PRIVATE.exec(url)?.[1])
  const ids = [...copies.keys()].filter((id) => id !== undefined)
  const failed = ids.indexOf(failedFrom.get(account) ?? '')
  // Answered files come last: they may have been withdrawn since.
  if (failed > 0) ids.push(...ids.splice(0, failed))
  for (let start = 0; start < ids.length; start += FILES_ASKED_MAX) {
    const asked = ids.slice(start, start + FILES_ASKED_MAX)
    failedFrom.set(account, asked[0] ?? '')
    const viewable = new Set((await callApi(questionOf(asked))).ids)
    const gone = asked.filter((id) => !viewable.has(id)).flatMap((id) => copies.get(id) ?? [])
    await Promise.all(gone.map((copy) => cache.delete(copy)))
  }
  failedFrom.delete(account)
}

function questionOf(ids: string[]) {
  return { method: 'POST', path: '/files/viewable', body: { ids }, answer: FilesViewable } as const
}
