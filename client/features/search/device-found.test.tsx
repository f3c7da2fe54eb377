// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DeviceFound } from './device-found.tsx'
import type { SearchSlots } from './search-slots.ts'

const engine = vi.hoisted(() => {
  const opening = Promise.withResolvers<object | null>()
  return { opening, openedSync: vi.fn(() => opening.promise) }
})
vi.mock(import('../../core/sync/sync.ts'), async (original) => ({
  ...(await original()),
  currentSync: () => null,
  openedSync: engine.openedSync as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const rows = (list: object[]) => ({ toArray: async () => list })
const slots = { creator: ({ name }: Creator) => name } as unknown as SearchSlots

test('an app that starts at a search without a connection waits until the storage of the device is open', async () => {
  render(
    <I18nProvider i18n={i18n}>
      <DeviceFound q="mara" slots={slots} />
    </I18nProvider>,
  )
  const saysNothing = () => screen.queryByText('Nothing on this device matches “mara”')
  await vi.waitFor(() => expect(engine.openedSync).toHaveBeenCalled())
  await act(async () => {})
  expect(saysNothing()).toBeNull()
  const creators = Promise.withResolvers<object[]>()
  const toArray = vi.fn(() => creators.promise)
  engine.opening.resolve({ db: { creators: { toArray }, posts: rows([]) } })
  await vi.waitFor(() => expect(toArray).toHaveBeenCalled())
  await act(async () => {})
  expect(saysNothing()).toBeNull()
  creators.resolve([{ _id: 'm', name: 'Mara Ndongo', username: 'mara' }])
  expect(await screen.findByText('Mara Ndongo')).toBeTruthy()
})
