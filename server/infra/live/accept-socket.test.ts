import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../app.ts'
import { acceptSocket } from './accept-socket.ts'
import type { LiveSocket } from './rooms.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function accept({ actor }: { actor?: object } = {}) {
  const close = vi.fn()
  const listeners = new Map<string, () => void>()
  const socket = {
    ...{ data: { actor }, conn: { close }, use: () => {} },
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
  }
  acceptSocket(
    { app: { domains: { socketEvents: [] } } as unknown as App } as Parameters<typeof acceptSocket>[0],
    socket as unknown as LiveSocket,
  )
  return { close, disconnect: () => listeners.get('disconnect')?.() }
}

test('a socket without a login is open just before 10 seconds and closed at 10 seconds', () => {
  const { close } = accept()
  vi.advanceTimersByTime(9_999)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close).toHaveBeenCalledOnce()
})

test('a socket that logged in, or went by itself, is not closed', () => {
  const [known, gone] = [accept({ actor: {} }), accept()]
  gone.disconnect()
  vi.advanceTimersByTime(60_000)
  expect(known.close).not.toHaveBeenCalled()
  expect(gone.close).not.toHaveBeenCalled()
})
