// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { ReportDialog } from './report-dialog.tsx'

const content = { type: 'feed', id: '0190a5a0-0000-7000-8000-000000000000', ownerId: 'creator' } as const
const NO_CONNECTION = /A report needs a connection/

let scope = fork()
const onClose = vi.fn()
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  scope = fork()
  callApi.mockReset()
  onClose.mockClear()
  tabForms.clear()
})
afterEach(cleanup)

test('sends the reason and the text, closes and forgets the draft', async () => {
  callApi.mockResolvedValue({ _id: content.id, state: 'open' })
  open()
  choose('Spam')
  type('Buy this')
  send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const body = { objectType: 'feed', objectId: content.id, category: 'spam', text: 'Buy this' }
  expect(callApi).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ method: 'POST', path: '/reports', body }))
  expect(tabForms.all()).toEqual([])
})

test('has a dialog, its reasons and its text by name', () => {
  open()
  expect(screen.getByRole('dialog', { name: 'Report' })).toBeTruthy()
  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    ...['Illegal', 'Involves a minor', 'Without consent', 'Impersonation', 'Spam', 'Copyright', 'Something else'],
  ])
  expect(screen.getByRole('textbox', { name: 'What is wrong' })).toBeTruthy()
})

test('asks for a reason before it sends anything', () => {
  open()
  type('Buy this')
  send()
  expect(screen.getByText('Choose a reason.')).toBeTruthy()
  expect(callApi).not.toHaveBeenCalled()
  choose('Spam')
  expect(screen.queryByText('Choose a reason.')).toBeNull()
})

test('says that a report needs a connection, and keeps the draft until there is one', async () => {
  await allSettled(browserOnlineChanged, { scope, params: false })
  open()
  choose('Impersonation')
  type('It is me')
  expect(screen.getByText(NO_CONNECTION)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send report' }).disabled).toBe(true)
  cleanup()
  await allSettled(browserOnlineChanged, { scope, params: true })
  open()
  expect(screen.queryByText(NO_CONNECTION)).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is me')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Impersonation' }).checked).toBe(true)
})

test('shows why the server refuses a report, and stays open with the draft', async () => {
  const message = 'You cannot see this, or it no longer exists.'
  callApi.mockRejectedValue(new Refusal('not-found', message))
  open()
  choose('Spam')
  send()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  expect(tabForms.all()).toHaveLength(1)
})

test('the draft of one post is not shown for another', () => {
  open()
  type('Buy this')
  cleanup()
  open({ ...content, id: '0190a5a0-0000-7000-8000-000000000001' })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
})

function open(reported: { type: 'feed'; id: string; ownerId: string } = content): void {
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <ReportDialog content={reported} onClose={onClose} />
      </I18nProvider>
    </Provider>,
  )
}

function choose(name: string): void {
  fireEvent.click(screen.getByRole('radio', { name }))
}

function type(value: string): void {
  fireEvent.change(screen.getByRole('textbox'), { target: { value } })
}

function send(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
}
