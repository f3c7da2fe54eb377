import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import {
  $contents,
  $isPartial,
  $line,
  $offline,
  browserOnlineChanged,
  lineBack,
  serverMissed,
  serverReached,
  syncStatusChanged,
  $stuck,
} from './model.ts'

const status = {
  leader: true,
  lastSyncAt: null,
  pending: 0,
  rejected: 0,
  oldestPendingAt: null,
  nextAttemptAt: null,
  full: false,
  whole: true,
}

test('offline is what the browser says, or what a request met, or what the engine met', async () => {
  const scope = fork()
  const offline = () => scope.getState($offline)
  expect(offline()).toBe(false)
  await allSettled(serverMissed, { scope })
  expect(offline()).toBe(true)
  await allSettled(serverReached, { scope })
  expect(offline()).toBe(false)
  await allSettled(syncStatusChanged, { scope, params: { ...status, state: 'offline' } })
  expect(offline()).toBe(true)
  await allSettled(syncStatusChanged, { scope, params: { ...status, state: 'idle' } })
  await allSettled(browserOnlineChanged, { scope, params: false })
  expect(offline()).toBe(true)
})

test('a browser that finds a network again gets the benefit of the doubt', async () => {
  const scope = fork()
  await allSettled(serverMissed, { scope })
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(scope.getState($offline)).toBe(false)
})

test('a server that does not answer is told apart from a device without a network', async () => {
  const scope = fork()
  const line = () => scope.getState($line)
  expect(line()).toBe('up')
  await allSettled(serverMissed, { scope })
  expect(line()).toBe('unreachable')
  await allSettled(browserOnlineChanged, { scope, params: false })
  expect(line()).toBe('offline')
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(line()).toBe('up')
  await allSettled(syncStatusChanged, { scope, params: { ...status, state: 'offline' } })
  expect(line()).toBe('unreachable')
})

test('the line is back when a network is found, and when the server answers again; not with every answer', async () => {
  const scope = fork()
  let count = 0
  lineBack.watch(() => (count += 1))
  await allSettled(serverReached, { scope })
  expect(count).toBe(0)
  await allSettled(serverMissed, { scope })
  await allSettled(serverReached, { scope })
  expect(count).toBe(1)
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(count).toBe(2)
})

test('a network that is found after an outage is told once', async () => {
  const scope = fork()
  let count = 0
  lineBack.watch(() => (count += 1))
  await allSettled(browserOnlineChanged, { scope, params: false })
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(count).toBe(1)
})

test('a network that is found is told while the engine has yet to meet the server', async () => {
  const scope = fork()
  let count = 0
  await allSettled(syncStatusChanged, { scope, params: { ...status, state: 'offline' } })
  lineBack.watch(() => (count += 1))
  await allSettled(browserOnlineChanged, { scope, params: false })
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(count).toBe(1)
  await allSettled(syncStatusChanged, { scope, params: { ...status, state: 'idle' } })
  expect(count).toBe(2)
})

test('says nothing of rows that the device lacks before the first full sync, and again after it was emptied', async () => {
  const scope = fork()
  const contents = async (params: Parameters<typeof syncStatusChanged>[0]) => {
    await allSettled(syncStatusChanged, { scope, params })
    return scope.getState($contents)
  }
  const partial = { ...status, lastSyncAt: '2026-11-21T09:00:00.000Z', whole: false }
  expect(await contents(null)).toBe('coming')
  expect(await contents({ ...status, state: 'idle' })).toBe('here')
  expect(await contents({ ...status, state: 'offline' })).toBe('here')
  expect(await contents({ ...partial, state: 'syncing' })).toBe('coming')
  for (const state of ['offline', 'needs-auth', 'failing'] as const) {
    expect(await contents({ ...partial, state })).toBe('away')
  }
})

test('calls an offline list a part of the whole until the first full sync', async () => {
  const scope = fork()
  const isPartial = async (params: Parameters<typeof syncStatusChanged>[0]) => {
    await allSettled(syncStatusChanged, { scope, params })
    return scope.getState($isPartial)
  }
  expect(await isPartial(null)).toBe(false)
  expect(await isPartial({ ...status, state: 'offline', whole: false })).toBe(true)
  expect(await isPartial({ ...status, state: 'syncing', whole: false })).toBe(false)
  expect(await isPartial({ ...status, state: 'offline', whole: true })).toBe(false)
})

test('tells of requests that do not get through while connected, and only then', async () => {
  const scope = fork()
  const stuck = async (params: Parameters<typeof syncStatusChanged>[0]) => {
    await allSettled(syncStatusChanged, { scope, params })
    return scope.getState($stuck)
  }
  const failing = { ...status, state: 'failing', pending: 1 } as const
  expect(await stuck(failing)).toBe(true)
  expect(await stuck({ ...failing, pending: 0 })).toBe(false)
  expect(await stuck({ ...failing, state: 'syncing' })).toBe(false)
  expect(await stuck(null)).toBe(false)
  await allSettled(browserOnlineChanged, { scope, params: false })
  expect(await stuck(failing)).toBe(false)
})
