// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { DecideDialog } from './decide-dialog.tsx'

const caseId = '0190a5a0-0000-7000-8000-000000000001'
let scope = fork()
const onDecided = vi.fn()
const onLookAgain = vi.fn()
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  scope = fork()
  callApi.mockReset()
  onDecided.mockClear()
  onLookAgain.mockClear()
})
afterEach(cleanup)

test('sends a decision with its rule, the words and the version that was looked at', async () => {
  callApi.mockResolvedValue({ success: true })
  open()
  choose('Decision', 'hide')
  choose('Rule', 'law')
  type('§ 185: an insult')
  send()
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  expect(callApi.mock.calls[0]?.[0]).toMatchObject({
    path: `/desk/cases/${caseId}/decide`,
    body: { version: 4, kind: 'hide', ground: 'illegal', clause: 'law', facts: '§ 185: an insult', until: null },
  })
})

test('words for a suspension are none for the end of one', async () => {
  callApi.mockResolvedValue({ success: true })
  const thing = { type: 'user', id: caseId } as const
  const { unmount } = open({ subject: thing, kinds: ['suspend'] })
  type('Sold what is not theirs')
  unmount()
  open({ subject: thing, kinds: ['restore'] })
  expect(screen.getByLabelText('Decision')).toHaveProperty('value', 'restore')
  type('It was a mistake')
  send()
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  expect(callApi.mock.calls[0]?.[0]).toMatchObject({ body: { kind: 'restore', facts: 'It was a mistake' } })
})

test('asks for the rule and the words before it sends anything', () => {
  open()
  choose('Decision', 'warn')
  send()
  expect(screen.getByText('Choose the rule.')).toBeTruthy()
  expect(screen.getByText('Say which rule, and what happened.')).toBeTruthy()
  expect(callApi).not.toHaveBeenCalled()
})

test('a suspension ends at the end of a day, which lies in the future', async () => {
  callApi.mockResolvedValue({ success: true })
  open()
  choose('Decision', 'suspend')
  choose('Rule', 'fraud')
  type('Sold what is not theirs')
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2020-01-01' } })
  send()
  expect(screen.getByText('Choose a day in the future.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2999-01-31' } })
  send()
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  const until = new Date('2999-01-31T23:59:59.999').toISOString()
  expect(callApi.mock.calls).toMatchObject([[{ body: { until } }]])
})

test('shows the statement as its author will read it', () => {
  open()
  choose('Decision', 'hide')
  choose('Rule', 'harassment')
  type('Insults another fan')
  const statement = within(screen.getByRole('region', { name: 'The author will read' }))
  expect(statement.getByText('We have hidden this. Only you still see it.')).toBeTruthy()
  expect(statement.getByText('Insults another fan')).toBeTruthy()
  expect(statement.getByText('You are bad')).toBeTruthy()
})

test('keeps the typed words when the line breaks, and sends the same decision again', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone')).mockResolvedValue({ success: true })
  open()
  type('No breach at all')
  send()
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy()
  cleanup()
  open()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened' }).value).toBe('No breach at all')
  send()
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  expect(sentIds().size).toBe(1)
})

test('a changed decision is another one, also after a line that broke', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone')).mockResolvedValue({ success: true })
  open()
  type('No breach at all')
  send()
  await screen.findByText(/cannot be reached/)
  type('No breach')
  send()
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  expect(sentIds().size).toBe(2)
})

test('says what somebody else has decided meanwhile, and offers to look again', async () => {
  callApi.mockRejectedValue(new Refusal('conflict', 'Decided 10:31: hide.'))
  open()
  type('No breach at all')
  send()
  expect(await screen.findByText('Decided 10:31: hide.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send decision' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  expect(onLookAgain).toHaveBeenCalledOnce()
})

test('an account cannot be hidden', () => {
  const subject = { type: 'user', id: caseId } as const
  open({ subject, about: { objectType: 'user', preview: '' } })
  const kinds = within(screen.getByRole('combobox', { name: 'Decision' })).getAllByRole<HTMLOptionElement>('option')
  expect(kinds.map(({ value }) => value)).toEqual(['none', 'warn', 'restrict', 'suspend', 'restore'])
})

function open(given: Partial<Parameters<typeof DecideDialog>[0]> = {}) {
  const subject = { caseId, version: 4 }
  const about = { objectType: 'comment', preview: 'You are bad' } as const
  return render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <DecideDialog {...{ subject, about, onDecided, onLookAgain, onClose: vi.fn(), ...given }} />
      </I18nProvider>
    </Provider>,
  )
}

function choose(name: string, value: string): void {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
}

function type(value: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value } })
}

function send(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Send decision' }))
}

function sentIds(): Set<string> {
  return new Set(callApi.mock.calls.map(([call]) => (call as { body: { _id: string } }).body._id))
}
