import 'fake-indexeddb/auto'
import { databaseName } from '@vesper/sync/engine/dexie/database.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import { PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { fanModel } from '@vesper/sync/vesper/fan-model.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginFirstPull, isNewHere, withFirstPull } from './first-pull.ts'

const early = { status: 200, body: { from: 'before' } }
const late = { status: 200, body: { from: 'engine' } }
const fetched = vi.fn<typeof fetch>()
const send = vi.fn(() => Promise.resolve(late))
const { signal } = new AbortController()
let account: string

beforeEach(() => {
  account = v7()
  fetched.mockReset()
  send.mockClear()
  fetched.mockImplementation(async () => Response.json(early.body))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => void vi.unstubAllGlobals())

/** As the engine of a device without anything asks first. */
function firstRequest(more: Partial<SyncRequest> = {}): SyncRequest {
  const names = { account, device: v7(), incarnation: v7() }
  const versions = { protocol: PROTOCOL_VERSION, schema: fanModel.schema }
  return { ...versions, ...names, turn: 0, epoch: null, run: 0, cursor: {}, mutations: [], ...more }
}

const transport = (token = 'mine') => withFirstPull(send, () => token)

test('the engine takes the answer that was asked for before it was loaded, once', async () => {
  await beginFirstPull(account, 'mine')
  expect(await transport()(firstRequest(), signal)).toMatchObject(early)
  expect(await transport()(firstRequest(), signal)).toEqual(late)
  expect(fetched).toHaveBeenCalledTimes(1)
  const [url, init] = fetched.mock.calls[0] ?? []
  const asked = JSON.parse(init?.body as string) as SyncRequest
  expect([url, new Headers(init?.headers).get('authorization')]).toEqual(['/api/sync', 'Bearer mine'])
  expect(asked).toEqual({ ...firstRequest(), device: asked.device, incarnation: asked.incarnation })
})

test.each<[string, () => Partial<SyncRequest>]>([
  ['mutations', () => ({ mutations: [{ id: v7(), lane: 'a', name: 'b', args: {} }] })],
  ['a push that has begun', () => ({ next: v7() })],
  ['something that waits', () => ({ left: 1 })],
  ['a cursor', () => ({ cursor: { 'u:a': 1 } })],
  ['an earlier server', () => ({ epoch: v7() })],
  ['another schema', () => ({ schema: fanModel.schema - 1 })],
  ['checksums', () => ({ sums: { 'u:a': [1, 1] } as never })],
])('a request with %s goes to the server', async (_, more) => {
  await beginFirstPull(account, 'mine')
  expect(await transport()(firstRequest(more()), signal)).toEqual(late)
})

test('another token and another account get none of it', async () => {
  await beginFirstPull(account, 'mine')
  expect(await transport('renewed')(firstRequest(), signal)).toEqual(late)
  await beginFirstPull(account, 'mine')
  expect(await transport()(firstRequest({ account: v7() }), signal)).toEqual(late)
})

test.each<[string, () => Promise<Response>]>([
  ['a refused token', async () => Response.json({}, { status: 401 })],
  ['a broken line', () => Promise.reject(new TypeError('Failed to fetch'))],
])('after %s the engine asks for itself, and tells of it', async (_, answer) => {
  fetched.mockImplementation(answer)
  await beginFirstPull(account, 'mine')
  expect(await transport()(firstRequest(), signal)).toEqual(late)
})

test('an engine that gives up ends what was asked for before it was loaded', async () => {
  let ended: AbortSignal | null | undefined
  fetched.mockImplementation((_, init) => {
    ended = init?.signal
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('ended'))))
  })
  await beginFirstPull(account, 'mine')
  const giving = new AbortController()
  const waiting = transport()(firstRequest(), giving.signal)
  giving.abort()
  await Promise.all([
    expect(waiting).rejects.toThrow('aborted'),
    vi.waitFor(() => expect(ended?.aborted).toBe(true), { timeout: 1_000 }),
  ])
  expect(send).not.toHaveBeenCalled()
})

test('the engine hears of the parts of the answer that was asked for before it was loaded', async () => {
  const onPart = vi.fn<() => void>()
  const slow = Promise.withResolvers<Response>()
  fetched.mockReturnValue(slow.promise)
  await beginFirstPull(account, 'mine')
  const waiting = transport()(firstRequest(), signal, { onPart })
  slow.resolve(Response.json(early.body))
  expect(await waiting).toMatchObject(early)
  expect(onPart).toHaveBeenCalled()
})

test('a device with a database of the account sends nothing, and one that has looked before is new no more', async () => {
  await beginFirstPull(account, 'mine')
  expect(isNewHere(account)).toBe(true)
  await transport()(firstRequest(), signal)
  await new Promise((resolve) => {
    indexedDB.open(databaseName(fanModel, account)).onsuccess = resolve
  })
  await beginFirstPull(account, 'mine')
  expect([fetched.mock.calls.length, isNewHere(account)]).toEqual([1, false])
})

test('two that begin at once send one request', async () => {
  await Promise.all([beginFirstPull(account, 'mine'), beginFirstPull(account, 'mine')])
  expect(fetched).toHaveBeenCalledTimes(1)
})
