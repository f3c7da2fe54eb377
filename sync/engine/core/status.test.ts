import { expect, test } from 'vitest'
import { statusOf, Watchdog } from './status.ts'
import type { Condition, SyncState } from './status.ts'

const calm: Condition = { needsAuth: false, connection: 'connected', busy: false, pending: 0, stuckMs: 0 }

test.each<[SyncState, Partial<Condition>]>([
  ['idle', {}],
  ['idle', { connection: 'unknown' }],
  ['syncing', { busy: true }],
  ['syncing', { pending: 3 }],
  ['syncing', { pending: 3, stuckMs: 29_999 }],
  ['failing', { pending: 3, stuckMs: 30_000 }],
  ['failing', { connection: 'broken' }],
  ['failing', { connection: 'busy', pending: 1 }],
  ['offline', { connection: 'unreachable', pending: 3, busy: true }],
  ['needs-auth', { needsAuth: true, connection: 'unreachable', stuckMs: 60_000 }],
])('[STATUS-1] %s when %j', (state, condition) => {
  expect(statusOf({ ...calm, ...condition })).toBe(state)
})

test('[STATUS-2] the head is stuck from when it stopped moving, counted only while connected', () => {
  const watchdog = new Watchdog()
  const head = { id: 'a', moved: 0 }
  expect(watchdog.observe(head, { connected: false, now: 0 })).toBe(0)
  expect(watchdog.observe(head, { connected: false, now: 90_000 })).toBe(0)
  expect(watchdog.observe(head, { connected: true, now: 100_000 })).toBe(10_000)
  expect(watchdog.observe(head, { connected: true, now: 120_000 })).toBe(30_000)
  expect(watchdog.observe({ ...head, moved: 5 }, { connected: true, now: 130_000 })).toBe(0)
  expect(watchdog.observe({ id: 'b', moved: 5 }, { connected: true, now: 140_000 })).toBe(0)
  expect(watchdog.observe(null, { connected: true, now: 150_000 })).toBe(0)
})
