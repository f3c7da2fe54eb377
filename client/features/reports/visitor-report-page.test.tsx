// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { VisitorReportPage } from './visitor-report-page.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const GOOD_FAITH = 'As far as I know, all that I say here is true and complete.'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  callApi.mockReset()
  tabForms.clear()
})
afterEach(cleanup)

test('sends what a visitor reports, and shows the number to quote', async () => {
  callApi.mockResolvedValue({ success: true, caseNumber: 'C-1027' })
  open()
  fill()
  fireEvent.click(screen.getByRole('checkbox', { name: GOOD_FAITH }))
  send()
  expect(await screen.findByText('C-1027')).toBeTruthy()
  expect(callApi.mock.calls).toMatchObject([
    [
      {
        path: '/reports/visitor',
        body: { url: 'https://vesper.test/posts/1', text: 'It is mine', email: 'ann@example.com', goodFaith: true },
      },
    ],
  ])
  expect(tabForms.all()).toEqual([])
})

test('asks for good faith, an address and words before it sends anything', async () => {
  open()
  send()
  for (const sentence of [
    ...['Paste the address of the page.', 'Choose a reason.', 'Say what is wrong with it.'],
    'Confirm that what you say is true as far as you know.',
  ])
    expect(await screen.findByText(sentence)).toBeTruthy()
  expect(callApi).not.toHaveBeenCalled()
})

test('the address of the page that a visitor came from stands there already', () => {
  open('https://vesper.test/mara')
  expect(field('Address of the page').value).toBe('https://vesper.test/mara')
})

test('keeps the words of a report that is refused, and sends the same one again', async () => {
  callApi.mockRejectedValueOnce(new Refusal('rate-limited', 'Too many reports. Try again in an hour.'))
  callApi.mockResolvedValue({ success: true, caseNumber: 'C-1' })
  open()
  fill()
  fireEvent.click(screen.getByRole('checkbox', { name: GOOD_FAITH }))
  send()
  expect(await screen.findByText('Too many reports. Try again in an hour.')).toBeTruthy()
  expect(field('What is wrong').value).toBe('It is mine')
  send()
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
  const ids = callApi.mock.calls.map(([call]) => (call as { body: { _id: string } }).body._id)
  expect(ids[0]).toBe(ids[1])
})

function open(address = ''): void {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <VisitorReportPage address={address} />
      </I18nProvider>
    </Provider>,
  )
}

function fill(): void {
  fireEvent.change(field('Address of the page'), { target: { value: 'https://vesper.test/posts/1' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Reason' }), { target: { value: 'copyright' } })
  fireEvent.change(field('What is wrong'), { target: { value: 'It is mine' } })
  fireEvent.change(field('Email'), { target: { value: 'ann@example.com' } })
}

function field(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name })
}

function send(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
}
