// @vitest-environment happy-dom
import { fanModel } from '@vesper/sync/vesper/fan-model.ts'
import { Dexie, liveQuery } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { $storage } from '../connection/model.ts'
import { beginScope, currentScope } from '../session/current-scope.ts'
import { openEngine } from './sync-engine.ts'

const own = { ...Dexie.dependencies }

afterEach(() => {
  Object.assign(Dexie.dependencies, own)
  vi.unstubAllGlobals()
})

/** A browser in whose place something else is asked for its storage. */
function browserWith(indexedDB: unknown): void {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  beginScope({ state: 'signed-out' })
  vi.stubGlobal('indexedDB', indexedDB)
  // One of the browser's own means nothing to a storage in memory.
  vi.stubGlobal('IDBKeyRange', undefined)
  Object.assign(Dexie.dependencies, { indexedDB })
}

const failing = (name: string, isFor: (database: string) => boolean = () => true) => ({
  ...{ databases: async () => [], cmp: own.indexedDB.cmp.bind(own.indexedDB) },
  open: (database: string, version?: number) => {
    if (!isFor(database)) return own.indexedDB.open(database, version)
    const request: { error: Error; onerror?: (event: object) => void } = { error: new DOMException('Refused', name) }
    setTimeout(() => request.onerror?.({ target: request, preventDefault() {}, stopPropagation() {} }))
    return request
  },
})

test.each([
  ['has none', undefined],
  [
    'throws',
    {
      open: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    },
  ],
  ['answers with an error', failing('UnknownError')],
])('a browser that %s in place of a storage keeps the rows of a tab in memory, and says so', async (_, indexedDB) => {
  browserWith(indexedDB)
  const sync = await openEngine(v7(), () => null, fanModel)
  await sync.mutate('follow.set', { performerId: v7(), following: true })
  const shown = vi.fn()
  const subscription = liveQuery(() => sync.db.outbox.toArray()).subscribe(shown)
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith([expect.objectContaining({ name: 'follow.set' })]))
  subscription.unsubscribe()
  await sync.putDraft({ key: 'd', text: 'typed', fileIds: [], updatedAt: '' })
  await sync.removeDraft('d')
  expect(await sync.db.drafts.toArray()).toEqual([])
  expect(currentScope().getState($storage)).toBe('refused')
  await sync.stop()
  // Another session of the same page has the same browser.
  beginScope({ state: 'signed-out' })
  await (await openEngine(v7(), () => null, fanModel)).stop()
  expect(currentScope().getState($storage)).toBe('refused')
})

test('a database that alone cannot be opened keeps its place, with its unsent mutations', async () => {
  browserWith(failing('UnknownError', (database) => database !== 'vesper-session'))
  await expect(openEngine(v7(), () => null, fanModel)).rejects.toThrow()
  expect(currentScope().getState($storage)).toBe('sound')
})
