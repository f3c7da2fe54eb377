// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskMail } from '@vesper/sync/vesper/api/desk-mails.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { MailsTab } from './mails-tab.tsx'
import { endShow, showAsStaff } from './testing/show-as-staff.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

type Call = { method?: string; path: string; body?: { version?: number; subject?: string; text?: string } }

const standing = { subject: 'Choose a new password', text: 'Hello {name},\n\n{link}' }
const placeholder = { isRequired: false, isOptional: false, fitsSubject: true }
let mail: DeskMail
let sent: Call[]

beforeEach(() => {
  mail = {
    ...{ _id: 'password-reset', whyNot: null },
    placeholders: [
      { ...placeholder, name: 'name', sample: { en: 'Ada', ar: 'آدا' } },
      {
        ...placeholder,
        name: 'link',
        isRequired: true,
        fitsSubject: false,
        sample: { en: 'https://a.test', ar: 'https://a.test' },
      },
    ],
    default: standing,
    languages: { en: { ...standing, isOwn: false, version: 0 }, ar: { ...standing, isOwn: true, version: 4 } },
  }
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async (call: Call) => {
    const head = { _id: mail._id, whyNot: mail.whyNot, own: { en: null, ar: '2026-11-01T00:00:00.000Z' } }
    if (call.method === undefined) return call.path === '/desk/mails' ? { data: [head], total: 1 } : mail
    sent.push(call)
    const { version } = mail.languages[call.path.includes('/ar') ? 'ar' : 'en']
    if (call.body?.version !== undefined && call.body.version !== version)
      throw new Refusal('conflict', 'Another person has changed this mail. Look again.')
    return { success: true }
  })
})
afterEach(endShow)

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const chooseArabic = () =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'ar' } })

async function edit(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Choose a new password' }))
  await screen.findByRole('textbox', { name: 'Subject' })
}

test('the list tells whose words each language has', async () => {
  showAsStaff(<MailsTab />)
  const row = (await screen.findAllByRole('row')).at(-1)
  const cells = within(row as HTMLElement).getAllByRole('cell')
  const shown = ['Choose a new password', 'Default words', 'Own words', 'Edit']
  expect(cells.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual(shown)
})

test('a mail is edited beside its preview, and saved over the version that was seen', async () => {
  showAsStaff(<MailsTab />)
  await edit()
  expect(screen.getByRole('button', { name: 'Save mail' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Use the default again' })).toBeNull()
  type('Subject', 'For {name}')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  expect(preview.getByRole('heading', { name: 'For Ada' })).toBeTruthy()
  expect(preview.getByText(/Hello Ada,\s+https:\/\/a\.test/)).toBeTruthy()
  press('Save mail')
  const body = { version: 0, subject: 'For {name}', text: standing.text }
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', path: '/desk/mails/password-reset/en', body }]))
})

test('a missing or unknown placeholder is told beside its field', async () => {
  showAsStaff(<MailsTab />)
  await edit()
  type('Text', 'Hello {nmae}')
  expect(screen.getByText('This mail has no placeholder {nmae}.')).toBeTruthy()
  type('Text', 'Hello')
  expect(screen.getByText('Keep {link} in the text. The mail is of no use without it.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Text' }).getAttribute('aria-invalid')).toBe('true')
  box('Text').setSelectionRange(5, 5)
  press('Insert {link}')
  expect(box('Text').value).toBe('Hello{link}')
  expect(screen.queryByText(/Keep \{link\}/)).toBeNull()
})

test('words stay after a failed save, in the other language and in the list', async () => {
  showAsStaff(<MailsTab />)
  await edit()
  type('Subject', 'Mine')
  callApi.mockImplementationOnce(async () => {
    throw new ConnectionError('gone')
  })
  press('Save mail')
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy()
  chooseArabic()
  expect(box('Subject').value).toBe('Choose a new password')
  press('All mails')
  await edit()
  expect(box('Subject').value).toBe('Mine')
  press('Discard changes')
  expect(box('Subject').value).toBe('Choose a new password')
})

test.each([
  ['Keep mine', 'Mine'],
  ['Take theirs', 'Theirs'],
])('changed by somebody else: %s', async (choice, subject) => {
  showAsStaff(<MailsTab />)
  await edit()
  type('Subject', 'Mine')
  mail = { ...mail, languages: { ...mail.languages, en: { ...standing, subject: 'Theirs', isOwn: true, version: 1 } } }
  press('Save mail')
  const notice = within(await screen.findByRole('region', { name: 'Changed by somebody else' }))
  expect(notice.getByText(/Theirs/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save mail' })).toHaveProperty('disabled', true)
  press(choice)
  expect(box('Subject').value).toBe(subject)
})

test('the default comes back after a question', async () => {
  showAsStaff(<MailsTab />)
  await edit()
  chooseArabic()
  press('Use the default again')
  expect(sent).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Use the default again' }))
  const path = '/desk/mails/password-reset/ar/restore'
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', path, body: { version: 4 } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a test has the words that are typed', async () => {
  showAsStaff(<MailsTab />)
  await edit()
  type('Subject', 'Try')
  press('Send a test to me')
  const body = { _id: expect.any(String) as unknown, subject: 'Try', text: standing.text }
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ path: '/desk/mails/password-reset/en/test', body })]),
  )
  expect(box('Subject').value).toBe('Try')
})

test('a mail of admins is shown to others with the reason, and without a form', async () => {
  mail = { ...mail, whyNot: 'Only admins change this mail, since it protects accounts.' }
  showAsStaff(<MailsTab />)
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Show Choose a new password' }))
  expect(await screen.findByText('Only admins change this mail, since it protects accounts.')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText(/Hello Ada/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const name of ['Save mail', 'Send a test to me', 'Use the default again'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a list that cannot be read says so', async () => {
  callApi.mockRejectedValue(new ConnectionError('gone'))
  showAsStaff(<MailsTab />)
  expect(await screen.findByText('The mails could not be loaded')).toBeTruthy()
})
