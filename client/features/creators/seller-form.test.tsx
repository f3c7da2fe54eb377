// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { SellerKind } from '@vesper/sync/vesper/records/seller-kind.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $browserOnline } from '../../core/connection/model.ts'
import { SellerForm } from './seller-form.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))

const onSaved = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  callApi.mockReset().mockResolvedValue({})
  onSaved.mockReset()
})
afterEach(cleanup)

function open(kind: SellerKind | null, { isOffline = false } = {}) {
  render(
    <Provider value={fork({ values: [[$browserOnline, !isOffline]] })}>
      <I18nProvider i18n={i18n}>
        <SellerForm performerId="mara" kind={kind} onSaved={onSaved} />
      </I18nProvider>
    </Provider>,
  )
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Save how you sell' })
}

test('a creator says how they sell, which nothing chooses for them', async () => {
  const save = open(null)
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false])
  expect(save.disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'As a private person' }))
  fireEvent.click(save)
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(callApi.mock.lastCall?.[0]).toMatchObject({
    ...{ method: 'PUT', path: '/performers/mara', body: { sellerKind: 'private' } },
  })
})

test('without a connection, and without a change, nothing is saved', () => {
  expect(open('trader').disabled).toBe(true)
  cleanup()
  const save = open('trader', { isOffline: true })
  fireEvent.click(screen.getByRole('radio', { name: 'As a private person' }))
  expect(save.disabled).toBe(true)
  expect(screen.getByText('Saving this needs a connection.')).toBeTruthy()
})
