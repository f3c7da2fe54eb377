// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useFeed } from './use-feed.ts'

const device = vi.hoisted(() => ({ asked: 0, read: 20 }))
vi.mock('../../core/sync/use-live-query.ts', () => ({
  useLiveQuery: (_query: unknown, [, , count]: [unknown, unknown, number]) => {
    device.asked = count
    return { count: device.read, posts: [], gap: null, hasMore: true, authors: new Map() }
  },
}))

afterEach(cleanup)

test('a device that reads slowly is asked for more posts once, and again when it has read them', () => {
  const [sync, query] = [{} as Sync, () => Promise.resolve([])]
  const { result, rerender } = renderHook(() => useFeed(sync, 'feed', query))
  for (let frame = 0; frame < 5; frame += 1) act(() => result.current.showOlder())
  expect(device.asked).toBe(40)
  device.read = 40
  rerender()
  act(() => result.current.showOlder())
  expect(device.asked).toBe(60)
})
