// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { $settings } from '../../core/settings/model.ts'
import { TopUpForm } from './top-up-form.tsx'

const visa = { _id: 'visa', brand: 'visa', last4: '4242', status: 'active', isDefault: true }
const master = { _id: 'master', brand: 'mastercard', last4: '5555', status: 'expiring', isDefault: false }
const gone = { _id: 'gone', brand: 'visa', last4: '0001', status: 'expired', isDefault: false }
const packages = [{ _id: 'medium', name: 'Medium', tokens: 500, bonus: 25, amount: 2500, currency: 'USD' }]
const settings = { minimumWalletPrice: 2.95, maximumWalletPrice: 300, tokenValue: 0.05, currency: 'USD' }

let cards: object[] = []
const onPaid = vi.fn()
const { callApi, assign, wake } = vi.hoisted(() => ({ callApi: vi.fn(), assign: vi.fn(), wake: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../core/sync/sync.ts'), async (load) => ({
  ...(await load()),
  currentSync: () => ({ wake }) as never,
}))
vi.mock(import('../../ui/overlay/toast.ts'), () => ({ showToast: vi.fn(async () => {}) }) as never)
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: ((path: string) => ({
    data: { data: path === '/payment-cards' ? cards : packages },
    mutate: async () => {},
  })) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  cards = [visa, master, gone]
  callApi.mockReset()
  onPaid.mockClear()
  assign.mockClear()
  wake.mockClear()
  localStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(missing?: number, leaving: ComponentProps<typeof TopUpForm>['leaving'] = null): void {
  render(
    <Provider value={fork({ values: [[$settings, settings]] as never })}>
      <I18nProvider i18n={i18n}>
        <TopUpForm missing={missing} leaving={leaving} onPaid={onPaid} />
      </I18nProvider>
    </Provider>,
  )
}

function sent(): { path: string; body: Record<string, unknown> }[] {
  return callApi.mock.calls.map(([call]) => call as { path: string; body: Record<string, unknown> })
}

test('the default card pays at once, and the form stands empty afterwards', async () => {
  callApi.mockResolvedValue({ checkoutId: '', url: '', status: 'paid' })
  open(100)
  fireEvent.click(screen.getByRole('button', { name: 'Pay $5.00 with Visa ···· 4242' }))
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ path: '/payment/wallet/top-up', body: { tokens: 100, amount: 500, cardId: 'visa' } }])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tokens' }).value).toBe('')
  expect(assign).not.toHaveBeenCalled()
  expect(wake.mock.calls).toEqual([['poke']])
})

test('a payment that needs several top-ups has them one after the other', async () => {
  callApi.mockResolvedValue({ checkoutId: '', url: '', status: 'paid' })
  open(undefined, { page: '/posts/post-1', by: 'buy' } as unknown as Parameters<typeof open>[1])
  for (const times of [1, 2]) {
    fireEvent.change(screen.getByRole('textbox', { name: 'Tokens' }), { target: { value: '100' } })
    fireEvent.click(screen.getByRole('button', { name: 'Pay $5.00 with Visa ···· 4242' }))
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(times))
  }
  const orders = sent().map(({ body }) => body['_id'])
  expect([orders.length, new Set(orders).size]).toEqual([2, 2])
})

test('an expired card is not to be chosen; another card leads to the pay page', async () => {
  callApi.mockResolvedValue({ checkoutId: 'c', url: '/sandbox/pay/c', status: 'open' })
  open(100)
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pay with' })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Visa ···· 4242',
    'Mastercard ···· 5555',
    'Another card',
  ])
  fireEvent.change(choice, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue to payment · $5.00' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/sandbox/pay/c'))
  expect(sent()[0]?.body).not.toHaveProperty('cardId')
  expect(onPaid).not.toHaveBeenCalled()
})

test('a package is bought with the card that was chosen', async () => {
  callApi.mockResolvedValue({ checkoutId: '', url: '', status: 'paid' })
  open()
  fireEvent.click(screen.getByRole('radio'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Pay with' }), { target: { value: 'master' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pay $25.00 with Mastercard ···· 5555' }))
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  expect(sent()[0]?.body).toMatchObject({ packageId: 'medium', amount: 2500, cardId: 'master' })
})

test('without a saved card the pay page asks for one', () => {
  cards = [gone]
  open(100)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue to payment · $5.00' })).toBeTruthy()
})

test('a coupon lowers the price that is paid, until the number changes or it is taken off', async () => {
  callApi.mockResolvedValueOnce({ discount: 100, amount: 400 })
  open(100)
  fireEvent.change(screen.getByRole('textbox', { name: 'Coupon' }), { target: { value: ' spring ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('$1.00 off: you pay $4.00.')).toBeTruthy()
  expect(sent()).toMatchObject([{ path: '/coupons/spring/apply-coupon', body: { kind: 'top-up', amount: 500 } }])
  const tokens = screen.getByRole('textbox', { name: 'Tokens' })
  fireEvent.change(tokens, { target: { value: '200' } })
  expect(screen.getByRole('button', { name: 'Pay $10.00 with Visa ···· 4242' })).toBeTruthy()
  fireEvent.change(tokens, { target: { value: '100' } })
  callApi.mockResolvedValueOnce({ checkoutId: '', url: '', status: 'paid' })
  fireEvent.click(screen.getByRole('button', { name: 'Pay $4.00 with Visa ···· 4242' }))
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  expect(sent()[1]?.body).toMatchObject({ tokens: 100, amount: 400, couponCode: 'spring' })
})

test('a coupon that is taken off costs nothing off', async () => {
  callApi.mockResolvedValueOnce({ discount: 100, amount: 400 })
  open(100)
  fireEvent.change(screen.getByRole('textbox', { name: 'Coupon' }), { target: { value: 'spring' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove coupon' }))
  expect(screen.getByRole('button', { name: 'Pay $5.00 with Visa ···· 4242' })).toBeTruthy()
})

test('a code that does not apply says so at its field, and the price stays', async () => {
  callApi.mockRejectedValueOnce(new Refusal('not-found', 'This code does not apply here.'))
  open(100)
  fireEvent.change(screen.getByRole('textbox', { name: 'Coupon' }), { target: { value: 'winter' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('This code does not apply here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay $5.00 with Visa ···· 4242' })).toBeTruthy()
})

test('a declined card charges nothing, and another press is another payment; a lost answer is the same one', async () => {
  callApi
    .mockRejectedValueOnce(new ConnectionError('gone'))
    .mockRejectedValueOnce(new Refusal('payment-required', 'Your card was declined.'))
    .mockResolvedValueOnce({ checkoutId: '', url: '', status: 'paid' })
  open(100)
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Pay $5.00 with Visa ···· 4242' }))
  press()
  await screen.findByText(/you are not charged twice/)
  press()
  await screen.findByText('Your card was declined.')
  press()
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  const [lost, declined, paid] = sent().map(({ body }) => body['_id'])
  expect([declined === lost, paid === declined]).toEqual([true, false])
})

test.each(['58', '6001', '12.5', '-100'])('%s tokens are out of bounds, and cannot be paid', (typed) => {
  open()
  fireEvent.change(screen.getByRole('textbox', { name: 'Tokens' }), { target: { value: typed } })
  expect(screen.getByText('Choose whole tokens, from 59 to 6000.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Continue to payment/ }).disabled).toBe(true)
})
