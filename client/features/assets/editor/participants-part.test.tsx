// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../../core/api/api.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { ownAsset } from '../../../testing/assets.ts'
import { ParticipantsPart } from './participants-part.tsx'

vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const onChange = vi.fn(async (_ids: string[]) => {})
const lina = { _id: v7(), name: 'Lina', username: 'lina', avatar: null, isPerformer: true }

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  await import('./choose-participants.tsx')
})
beforeEach(() => {
  beginScope({ state: 'signed-out' })
  onChange.mockClear()
  vi.mocked(callApi)
    .mockReset()
    .mockResolvedValue({ data: [lina], total: 1 })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function show(asset = ownAsset({ kind: 'video' })) {
  const part = (shown: typeof asset) => (
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <ParticipantsPart asset={shown} isReadOnly={false} onChange={onChange} />
        </I18nProvider>
      </Provider>
    </SWRConfig>
  )
  const { rerender } = render(part(asset))
  return (next: typeof asset) => rerender(part(next))
}

test('a creator is found by name, added to the others, and named before the server answers', async () => {
  const before = v7()
  const asset = ownAsset({ kind: 'video', participantIds: [before] })
  const update = show(asset)
  fireEvent.click(screen.getByRole('button', { name: 'Choose co-performers' }))
  fireEvent.change(await screen.findByRole('searchbox', { name: /Find a creator/ }), { target: { value: 'lin' } })
  fireEvent.click(await screen.findByRole('button', { name: /Lina/ }))
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith([before, lina._id]))
  update({ ...asset, participantIds: [before, lina._id] })
  expect(screen.getByRole('button', { name: 'Remove Lina' })).toBeTruthy()
})

test('one letter asks for nothing', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Choose co-performers' }))
  fireEvent.change(await screen.findByRole('searchbox', { name: /Find a creator/ }), { target: { value: 'l' } })
  expect(callApi).not.toHaveBeenCalled()
})

test('a creator is taken out, and the others stay', async () => {
  const other = v7()
  const { isPerformer, username, avatar } = lina
  const participants = [{ _id: lina._id, name: 'Lina', username, avatar, isPerformer }]
  show(ownAsset({ kind: 'gallery', participantIds: [lina._id, other], participants }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove Lina' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith([other]))
})

test('no more than 10 are chosen', () => {
  show(ownAsset({ kind: 'video', participantIds: Array.from({ length: 10 }, () => v7()) }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose co-performers' }).disabled).toBe(true)
})
