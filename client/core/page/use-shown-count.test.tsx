// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetPlaces, keepPlace, placeAt, shownCounts } from './kept-places.ts'
import type { Place } from './kept-places.ts'
import { useShownCount } from './use-shown-count.ts'

beforeEach(() => history.replaceState({ __TSR_key: 'first' }, ''))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

test('a list shows as much as when its entry of the history was left, and anew at another entry', () => {
  const { result, unmount } = renderHook(() => useShownCount('feed', 20))
  act(() => result.current[1](20))
  expect(result.current[0]).toBe(40)
  keepPlace('first', { ...nowhere, counts: Object.fromEntries(shownCounts) })
  unmount()
  expect(shownCounts.size).toBe(0)

  history.replaceState({ __TSR_key: 'second' }, '')
  expect(renderHook(() => useShownCount('feed', 20)).result.current[0]).toBe(20)
  history.replaceState({ __TSR_key: 'first' }, '')
  expect(renderHook(() => useShownCount('feed', 20)).result.current[0]).toBe(40)
  expect(renderHook(() => useShownCount('shop', 1)).result.current[0]).toBe(1)
})

test('keeps the 50 latest places, and none after a logout', () => {
  for (let n = 0; n < 60; n += 1) keepPlace(`entry ${n}`, { ...nowhere, top: n })
  keepPlace('entry 10', { ...nowhere, top: 1 })
  keepPlace('entry 60', nowhere)
  expect([placeAt('entry 10')?.top, placeAt('entry 11'), placeAt('entry 12')?.top]).toEqual([1, undefined, 12])
  forgetPlaces()
  expect(placeAt('entry 59')).toBeUndefined()
})

test('a storage that holds nonsense holds no place', () => {
  sessionStorage.setItem('vesper-places', '[1')
  expect(placeAt('first')).toBeUndefined()
  expect(placeAt(undefined)).toBeUndefined()
})

const nowhere: Place = { top: 0, item: null, scrollers: {}, counts: {} }
