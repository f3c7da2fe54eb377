// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CardRow } from './card-row.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const card: Card = {
  ...{ _id: '0190a5a0-0000-7000-8000-000000000000', brand: 'visa', last4: '4242', expMonth: 7, expYear: 2031 },
  ...{ isDefault: false, status: 'active', subscriptions: [{ _id: 's1', name: 'Ines' }] },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  callApi.mockReset()
})
afterEach(cleanup)

function open(shown: Card, onChanged = vi.fn()) {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <ul>
          <CardRow card={shown} isOffline={false} onChanged={onChanged} />
        </ul>
      </I18nProvider>
    </Provider>,
  )
  return onChanged
}

test('a card says what it renews before it is removed, and goes after the answer alone', async () => {
  callApi.mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ success: true, subscriptions: ['s1'] })
  const onChanged = open(card)
  expect(screen.getByText('Renews Ines')).toBeTruthy()
  const remove = async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Remove card: Visa ···· 4242/ }))
    expect(screen.getByRole('dialog', { name: 'Remove Visa ···· 4242?' }).textContent).toContain('Ines')
    fireEvent.click(screen.getByRole('button', { name: 'Remove card' }))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Remove/ }).disabled).toBe(false))
  }
  await remove()
  expect(onChanged).not.toHaveBeenCalled()
  await remove()
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(callApi).toHaveBeenLastCalledWith(
    expect.objectContaining({ method: 'DELETE', path: `/payment-cards/${card._id}` }),
  )
})

test.each([
  ['active', 'Expires July 2031', true],
  ['expiring', 'Expires soon: July 2031', true],
  ['expired', 'Expired: July 2031', false],
  ['blocked', 'Blocked: a payment with it was taken back.', false],
] as const)('a card that is %s says so', (status, text, canPay) => {
  open({ ...card, status })
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Offer first/ }) !== null).toBe(canPay)
})
