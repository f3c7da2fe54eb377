// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Calculation, Payout } from '@vesper/sync/vesper/api/payouts.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { BankForm } from './details/bank-form.tsx'
import { PayeeCard } from './details/payee-card.tsx'
import { PayoutRow } from './payout-row.tsx'
import { RequestDialog } from './requests/request-dialog.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../ui/overlay/toast.ts'), async (load) => ({ ...(await load()), showToast: vi.fn() }))

const calculation: Calculation = {
  ...{
    available: 12_000,
    gross: 12_000,
    fee: 100,
    net: 11_900,
    minimum: 5000,
    currency: 'USD',
    version: 7,
    reasons: [],
  },
  payee: { method: 'stripe', bank: null, stripe: 'ready', lockedUntil: null },
}
const payout: Payout = {
  ...{ _id: '0190a5a0-0000-7000-8000-000000000000', status: 'pending', method: 'stripe', last4: '', amount: 6000 },
  ...{
    fee: 100,
    net: 5900,
    currency: 'USD',
    note: '',
    reason: null,
    timeline: [{ status: 'pending', at: '2026-11-20T10:00:00Z' }],
  },
  ...{ createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-20T10:00:00Z' },
}
const changed = new Refusal('conflict', 'Your balance has changed meanwhile. Look at it again.', [
  { path: 'version', message: '8' },
])
const notThere = new Refusal('not-found', 'There is no such payout.')

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  callApi.mockReset()
})
afterEach(cleanup)

function show(children: ReactNode) {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </Provider>,
  )
}

function openRequest(reread = vi.fn<() => Promise<Calculation | undefined>>()) {
  const onClose = vi.fn()
  show(<RequestDialog calculation={calculation} reread={reread} onClose={onClose} />)
  return onClose
}

const setActEnvironment = (isActing: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })

const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
const requestButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Request payout' })
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const bodies = () =>
  callApi.mock.calls
    .map(([call]) => call as { method?: string; body: Record<string, unknown> })
    .filter(({ body }) => body)

test('a request shows fee and net, and refuses an amount out of the bounds', () => {
  openRequest()
  expect(amountField().value).toBe('120.00')
  expect(screen.getByText('$119.00')).toBeTruthy()
  for (const [typed, error] of [
    ['49.99', 'The smallest payout is $50.00.'],
    ['120.01', 'You have $120.00 available.'],
    ['1.234', 'Enter an amount such as 50.00.'],
  ] as const) {
    type('Amount', typed)
    expect(screen.getByText(error)).toBeTruthy()
    expect(requestButton().disabled).toBe(true)
  }
  type('Amount', '٦٠٫٥')
  expect(screen.getByText('$59.50')).toBeTruthy()
  expect(requestButton().disabled).toBe(false)
})

test('a request whose answer was lost is sent again under the same id', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('lost')).mockResolvedValueOnce(payout)
  const onClose = openRequest()
  type('Amount', '60')
  fireEvent.click(requestButton())
  await waitFor(() => expect(screen.getByText(/^Vesper cannot be reached/)).toBeTruthy())
  expect(amountField().value).toBe('60')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(requestButton())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = bodies()
  expect(first?.body).toMatchObject({ amount: 6000, version: 7, method: 'stripe' })
  expect(first?.body['_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.body).toEqual(first?.body)
})

test('a request that got through unseen is found again, although another amount is typed now', async () => {
  const other = new Refusal('conflict', 'This was used for something else.')
  callApi.mockRejectedValueOnce(new ConnectionError('lost')).mockRejectedValueOnce(other).mockResolvedValueOnce(payout)
  const onClose = openRequest()
  fireEvent.click(requestButton())
  await waitFor(() => expect(screen.getByText(/^Vesper cannot be reached/)).toBeTruthy())
  type('Amount', '70')
  fireEvent.click(requestButton())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const id = bodies()[0]?.body['_id'] as string
  expect(callApi).toHaveBeenLastCalledWith(expect.objectContaining({ path: `/payout-requests/${id}/view` }))
})

test('another balance is shown first, keeps the typed amount, and goes with the next attempt', async () => {
  callApi.mockRejectedValueOnce(changed).mockRejectedValueOnce(notThere).mockResolvedValueOnce(payout)
  const reread = vi.fn().mockResolvedValue({ ...calculation, available: 9000, version: 8 })
  const onClose = openRequest(reread)
  type('Amount', '60')
  type('Note', 'Rent')
  fireEvent.click(requestButton())
  await waitFor(() => expect(screen.getByText('Available: $90.00, before: $120.00.')).toBeTruthy())
  expect(amountField().value).toBe('60')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(requestButton())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = bodies()
  expect(second?.body).toEqual({ ...first?.body, version: 8 })
  expect(second?.body['note']).toBe('Rent')
})

test('a refusal shows the reasons that stand against a payout now, and ends the attempts', async () => {
  const message = 'You have a request under way.'
  callApi.mockRejectedValueOnce(new Refusal('conflict', message)).mockRejectedValueOnce(notThere)
  openRequest(vi.fn().mockResolvedValue({ ...calculation, reasons: [{ code: 'open-request', message }] }))
  fireEvent.click(requestButton())
  const reasons = await screen.findByRole('list', { name: 'Why no payout can be requested now' })
  expect(reasons.textContent).toContain(message)
  expect(requestButton().disabled).toBe(true)
})

test('bank details are checked before they are sent, and the wrong field has the focus', () => {
  show(<BankForm performerId="p" onSaved={vi.fn()} onClose={vi.fn()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Save bank account' }))
  return waitFor(() => {
    expect(screen.getByText('Enter the name of the account’s holder.')).toBeTruthy()
    expect(screen.getByText('This is no IBAN. Check each character.')).toBeTruthy()
    expect(screen.getByText('Enter your current password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Account holder'))
    expect(callApi).not.toHaveBeenCalled()
  })
})

test('bank details go with the password; a wrong one is named at its field, and the rest stays', async () => {
  const wrong = new Refusal('invalid', 'Wrong password', [{ path: 'password', message: 'Wrong password' }])
  callApi.mockRejectedValueOnce(wrong).mockResolvedValueOnce(calculation.payee)
  const onSaved = vi.fn()
  show(<BankForm performerId="p" onSaved={onSaved} onClose={vi.fn()} />)
  fill()
  type('IBAN', 'de89 3704 0044 0532 0130 00')
  fireEvent.click(screen.getByRole('button', { name: 'Save bank account' }))
  await waitFor(() => expect(screen.getByText('Wrong password')).toBeTruthy())
  expect(onSaved).not.toHaveBeenCalled()
  type('Current password', 'right')
  fireEvent.click(screen.getByRole('button', { name: 'Save bank account' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(callApi).toHaveBeenLastCalledWith(
    expect.objectContaining({ method: 'PUT', path: '/performers/p/banking-settings' }),
  )
  expect(bodies().at(-1)?.body).toEqual({
    ...{ holder: 'Ada Byron', address: '1 Main Street', country: 'DE', iban: 'DE89370400440532013000' },
    ...{ password: 'right', passwordForm: 'plain' },
  })
})

test('a letter that is typed at the moment when an error appears stays', async () => {
  const wrong = new Refusal('invalid', 'Wrong password', [{ path: 'password', message: 'Wrong password' }])
  callApi.mockRejectedValueOnce(wrong)
  show(<BankForm performerId="p" onSaved={vi.fn()} onClose={vi.fn()} />)
  fill()
  type('IBAN', 'DE89370400440532013000')
  const password = screen.getByLabelText<HTMLInputElement>('Current password')
  const typed = new Promise<void>((resolve) => {
    // Before the effects of what is drawn: one of them moves the focus.
    const observer = new MutationObserver(() => {
      if (!screen.queryByText('Wrong password')) return
      observer.disconnect()
      password.dispatchEvent(createEvent.change(password, { target: { value: 'right' } }))
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const save = screen.getByRole('button', { name: 'Save bank account' })
  setActEnvironment(false)
  try {
    save.click()
    await typed
    // Then the effects have run, and the form is ready to be sent again.
    await vi.waitFor(() => expect(document.activeElement).toBe(password))
    await vi.waitFor(() => expect(save.getAttribute('aria-busy')).not.toBe('true'))
  } finally {
    setActEnvironment(true)
  }
  expect(password.value).toBe('right')
})

test('an account number takes the place of an IBAN that was typed before', async () => {
  callApi.mockResolvedValueOnce(calculation.payee)
  show(<BankForm performerId="p" onSaved={vi.fn()} onClose={vi.fn()} />)
  fill()
  type('IBAN', 'DE89')
  fireEvent.click(screen.getByLabelText('Account and routing number'))
  type('Account number', '000123456789')
  type('Routing number', '110000000')
  fireEvent.click(screen.getByRole('button', { name: 'Save bank account' }))
  await waitFor(() => expect(callApi).toHaveBeenCalledOnce())
  expect(bodies()[0]?.body).toMatchObject({ account: '000123456789', routing: '110000000' })
  expect(bodies()[0]?.body).not.toHaveProperty('iban')
})

function fill(): void {
  type('Account holder', 'Ada Byron')
  type('Address of the holder', '1 Main Street')
  type('Country of the bank', 'DE')
  type('Current password', 'wrong')
}

test('another method goes with the password; a wrong one is named at its field', async () => {
  const wrong = new Refusal('invalid', 'Wrong password', [{ path: 'password', message: 'Wrong password' }])
  callApi.mockRejectedValueOnce(wrong).mockResolvedValueOnce(calculation.payee)
  const payee = { ...calculation.payee, bank: { last4: '3000', country: 'DE', changedAt: payout.createdAt } }
  const onChanged = vi.fn().mockResolvedValue(undefined)
  show(<PayeeCard payee={payee} isOffline={false} onChanged={onChanged} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Bank account' }))
  expect(callApi).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.getByText('Enter your current password.')).toBeTruthy())
  type('Current password', 'a guess')
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.getByText('Wrong password')).toBeTruthy())
  type('Current password', 'right')
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies().at(-1)?.body).toEqual({ method: 'bank', password: 'right', passwordForm: 'plain' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the form of Stripe is asked for with the password', async () => {
  callApi.mockResolvedValueOnce({ status: 'ready', url: null })
  const payee = { ...calculation.payee, method: null, stripe: 'none' as const }
  const onChanged = vi.fn().mockResolvedValue(undefined)
  show(<PayeeCard payee={payee} isOffline={false} onChanged={onChanged} />)
  fireEvent.click(screen.getByRole('button', { name: 'Set up Stripe' }))
  type('Current password', 'right')
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(callApi).toHaveBeenCalledWith(expect.objectContaining({ method: 'POST', path: '/stripe/accounts' }))
  expect(bodies()[0]?.body).toEqual({ password: 'right', passwordForm: 'plain' })
})

test.each([
  ['pending', ['Change payout', 'Cancel payout']],
  ['approved', []],
  ['processing', []],
  ['paid', []],
  ['failed', ['Request again', 'Cancel payout']],
  ['rejected', []],
  ['canceled', []],
] as const)('a payout that is %s offers what can follow', (status, offered) => {
  show(<PayoutRow payout={{ ...payout, status }} available={0} minimum={5000} isOffline={false} onChanged={vi.fn()} />)
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered)
})

test('a payout that waits is canceled once that is confirmed', async () => {
  callApi.mockResolvedValueOnce({ ...payout, status: 'canceled' })
  const onChanged = vi.fn()
  show(<PayoutRow payout={payout} available={0} minimum={5000} isOffline={false} onChanged={onChanged} />)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel payout' }))
  expect(callApi).not.toHaveBeenCalled()
  const dialog = screen.getByRole('dialog', { name: 'Cancel this payout?' })
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel payout')
  if (confirm) fireEvent.click(confirm)
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies()[0]).toMatchObject({ method: 'PUT', body: { status: 'canceled' } })
})
