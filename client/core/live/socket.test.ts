// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, refuseToken, restoreSession, startSession } from '../session/session.ts'
import { keepConnected, onSocketReady } from './socket.ts'

/** The server's answer to a login, and the calls to the connection. */
const line = vi.hoisted(() => ({
  ok: false,
  opened: 0,
  isOpen: false,
  logins: [] as string[],
  connect: () => {},
  cutOff: () => {},
}))

vi.mock('../sync/sync.ts', () => ({
  currentSync: () => null,
  subscribeToSync: () => () => {},
  syncState: () => ({ state: 'failed' }),
}))
vi.mock('../page/wait-for-idle.ts', () => ({ whenIdle: () => Promise.resolve() }))
vi.mock('socket.io-client', () => ({
  io: () => {
    const handlers = new Map<string, (reason?: string) => void>()
    const live = {
      connected: false,
      io: { on: () => {}, opts: {} },
      on: (name: string, handler: (reason?: string) => void) => void handlers.set(name, handler),
      onAny: () => {},
      connect: () => {
        line.opened += 1
        line.isOpen = live.connected = true
        // An endless round would end no test.
        if (line.opened < 500) queueMicrotask(() => handlers.get('connect')?.())
        return live
      },
      close: () => {
        line.isOpen = live.connected = false
        return live
      },
      disconnect: () => live.close(),
      timeout: () => ({
        emitWithAck: (_: string, { token }: { token: string }) => {
          line.logins.push(token)
          return Promise.resolve({ ok: line.ok })
        },
      }),
    }
    line.connect = () => live.connect()
    line.cutOff = () => {
      live.close()
      handlers.get('disconnect')?.('io server disconnect')
    }
    queueMicrotask(line.connect)
    return live
  },
}))

const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a connection whose login the server turns down is made again later, for as long as somebody is signed in', async () => {
  const ready = vi.fn()
  await restoreSession()
  await startSession({ token: 'token-1', user }, true)
  onSocketReady(ready)
  keepConnected()
  await vi.waitFor(() => expect(line.logins).toEqual(['token-1']))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(line.opened).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  const tries = line.opened
  expect(tries).toBeGreaterThan(2)
  expect(tries).toBeLessThan(10)

  line.ok = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ready).toHaveBeenCalledOnce()
  expect(line.opened).toBe(tries + 1)
})

test('it is not made again for somebody who has left', async () => {
  line.ok = false
  await forgetSession()
  await startSession({ token: 'token-2', user }, true)
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-2'))
  const { opened } = line
  await forgetSession()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(line.opened).toBe(opened)
})

test.for(['pointerdown', 'keydown'])('the first screen goes before, until somebody touches it: %s', async (touch) => {
  line.ok = true
  await forgetSession()
  await startSession({ token: `token of ${touch}`, user }, true)
  await vi.advanceTimersByTimeAsync(900)
  expect(line.logins).not.toContain(`token of ${touch}`)
  dispatchEvent(new Event(touch))
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.logins).toContain(`token of ${touch}`)
})

test('a session that the server has ended leaves no connection behind, and the next one gets its own', async () => {
  line.ok = true
  await forgetSession()
  await startSession({ token: 'token-3', user }, true)
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-3'))
  await refuseToken('token-3')
  expect(line.isOpen).toBe(false)

  await startSession({ token: 'token-4', user }, true)
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-4'))
  expect(line.isOpen).toBe(true)
})

test('a connection that comes about once the session has ended is not made again and again', async () => {
  await forgetSession()
  await startSession({ token: 'token-5', user }, true)
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-5'))
  const { opened } = line
  const refused = refuseToken('token-5')
  line.connect()
  await refused
  expect(line.opened).toBe(opened + 1)
})

test('a connection that the server has ended is made again for the session that has followed, and for no other', async () => {
  await forgetSession()
  await startSession({ token: 'token-6', user }, true)
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-6'))
  line.cutOff()
  expect(line.isOpen).toBe(false)
  // As another tab has it by now, while this one was frozen.
  await startSession({ token: 'token-7', user }, true)
  line.cutOff()
  await vi.waitFor(() => expect(line.logins.at(-1)).toBe('token-7'))
})
