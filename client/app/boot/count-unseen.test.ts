// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $unseen } from '../../core/connection/model.ts'
import { currentScope } from '../../core/session/current-scope.ts'
import { startSession } from '../../core/session/session.ts'
import type { SyncState } from '../../core/sync/sync.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { countUnseen } from './count-unseen.ts'

type Engine = Awaited<ReturnType<typeof syncWithoutLine>>

const engine = vi.hoisted(() => ({ state: { state: 'off' } as SyncState, listeners: [] as (() => void)[] }))

vi.mock('../../core/sync/sync.ts', () => ({
  syncState: () => engine.state,
  subscribeToSync: (listener: () => void) => engine.listeners.push(listener),
}))

const setAppBadge = vi.fn(async () => {})
const clearAppBadge = vi.fn(async () => {})

countUnseen()

beforeEach(async () => {
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  await signIn()
})
afterEach(() => {
  turn({ state: 'off' })
  vi.clearAllMocks()
})

test('counts the unseen messages of all conversations, and follows reading', async () => {
  const sync = await open()
  await hold(sync, { one: 2, two: 1, three: 0 })
  await shows(3)
  await hold(sync, { one: 0 })
  await shows(1)
  await hold(sync, { two: 0 })
  await shows(0)
  expect(setAppBadge.mock.calls).toEqual([[3], [1]])
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

test('the icon counts unread notices beside the messages, and the title of the page does not', async () => {
  const sync = await open()
  await hold(sync, { one: 2 })
  await shows(2)
  await sync.db.notifications.bulkPut([7, 8, 9].map((seq) => ({ _id: `n${seq}`, seq })) as never)
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(5))
  await sync.db['notification-reads'].put({ _id: 'reads', readSeq: 8 })
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(3))
  expect(currentScope().getState($unseen)).toBe(2)
})

test('a new session of the same account keeps the number', async () => {
  const sync = await open()
  await hold(sync, { one: 4 })
  await shows(4)
  await signIn()
  expect(currentScope().getState($unseen)).toBe(4)
})

test('an engine that ends takes the number along', async () => {
  const sync = await open()
  await hold(sync, { one: 4 })
  await shows(4)
  turn({ state: 'off' })
  await shows(0)
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

test('a browser without badges, or one that refuses, still counts', async () => {
  Object.assign(navigator, { setAppBadge: () => Promise.reject(new Error('no')), clearAppBadge: undefined })
  const sync = await open()
  await hold(sync, { one: 4 })
  await shows(4)
  await hold(sync, { one: 0 })
  await shows(0)
})

async function signIn(): Promise<void> {
  await startSession({ token: v7(), user: { _id: 'ada' } as Profile }, true)
}

async function open(): Promise<Engine> {
  const sync = await syncWithoutLine()
  turn({ state: 'on', account: 'ada', sync, unwatch: () => {} })
  return sync
}

function turn(state: SyncState): void {
  engine.state = state
  engine.listeners.forEach((listener) => listener())
}

async function hold(sync: Engine, unseen: Record<string, number>): Promise<void> {
  const rows = Object.entries(unseen).map(([_id, totalNotSeenMessages]) => ({ _id, totalNotSeenMessages }))
  await sync.db.conversations.bulkPut(rows as never)
}

async function shows(count: number): Promise<void> {
  await vi.waitFor(() => expect(currentScope().getState($unseen)).toBe(count))
}
