// @vitest-environment happy-dom
import type { AnyRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { keepPlace, placeAt } from '../../core/page/kept-places.ts'
import { keepPlaces } from './keep-places.ts'

vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))

test('a page that is left before it is back at its place keeps that place, until its user scrolls', () => {
  const kept = { top: 5_000, item: { id: 'post', top: 100 }, scrollers: {}, counts: {} }
  const location = { state: { __TSR_key: 'entry' } }
  const listeners = new Map<string, (event: object) => void>()
  keepPlaces({
    stores: { resolvedLocation: { get: () => location } },
    subscribe: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  } as unknown as AnyRouter)
  keepPlace('entry', kept)
  listeners.get('onRendered')?.({ toLocation: location })
  dispatchEvent(new Event('pagehide'))
  expect(placeAt('entry')).toEqual(kept)
  dispatchEvent(new Event('wheel'))
  dispatchEvent(new Event('pagehide'))
  expect(placeAt('entry')?.top).toBe(0)
})
