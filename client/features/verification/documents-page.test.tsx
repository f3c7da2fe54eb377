// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { IdentityDocument } from '@vesper/sync/vesper/api/performers.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { uploadFiles } from '../../core/api/upload.ts'
import { DocumentsPage } from './documents-page.tsx'
import { Meanwhile } from './meanwhile.tsx'

type Upload = Pick<Parameters<typeof uploadFiles>[0], 'path' | 'files' | 'onProgress'>

const { callApi, upload, toast } = vi.hoisted(() => ({
  callApi: vi.fn<() => Promise<{ data: IdentityDocument[] }>>(),
  upload: vi.fn<(upload: Upload) => Promise<{ data: IdentityDocument[] }>>(),
  toast: vi.fn(),
}))
vi.mock('../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi }))
vi.mock('../../core/api/upload.ts', () => ({ uploadFiles: upload }))
vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: toast }))
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <a>{children}</a> }))
vi.mock('../../core/page/back-button.tsx', () => ({ BackButton: () => null }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})
afterEach(cleanup)

const creator = { _id: 'me', emailVerified: true, verification: 'submitted', isPerformer: true } as Profile
const onSent = vi.fn(async () => undefined)

function document(kind: IdentityDocument['kind'], changes: Partial<IdentityDocument> = {}): IdentityDocument {
  return { _id: kind, kind, status: 'submitted', reason: null, createdAt: '2026-03-01T10:00:00.000Z', ...changes }
}

type Given = { user?: Partial<Profile>; isOffline?: boolean; hasDrafts?: boolean; hasPrices?: boolean }

function show(documents: IdentityDocument[], given: Given = {}): void {
  callApi.mockResolvedValue({ data: documents })
  open(given)
}

function open({ user = {}, isOffline = false, hasDrafts = false, hasPrices = false }: Given = {}): void {
  const all = { ...creator, ...user }
  render(
    <I18nProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <DocumentsPage
          {...{ isOffline, onSent, user: all }}
          confirm={null}
          meanwhile={<Meanwhile user={all} hasDrafts={hasDrafts} hasPrices={hasPrices} />}
        />
      </SWRConfig>
    </I18nProvider>,
  )
}

function choose(group: string, type = 'image/png'): File {
  const file = new File(['picture'], 'picture', { type })
  const input = within(screen.getByRole('group', { name: group })).getByLabelText(/Choose a file/)
  fireEvent.change(input, { target: { files: [file] } })
  return file
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send documents' }))

test('each document has its state, and a rejected one the reason', async () => {
  show(
    [
      document('selfie', { status: 'rejected', reason: 'Your face is not visible.' }),
      document('idFront', { status: 'approved' }),
    ],
    { user: { verification: 'rejected', rejectionReason: 'The selfie is blurred.' } },
  )
  const list = await screen.findByRole('list', { name: 'Documents that you sent' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Identity document, front.*Approved.*Mar 1, 2026$/),
    expect.stringMatching(/^You, holding the document.*Not accepted.*Your face is not visible\.$/),
  ])
  expect(screen.getByText('The selfie is blurred.')).toBeTruthy()
})

test('after a rejection only the rejected documents are needed, and what is sent shows at once', async () => {
  show([document('idFront', { status: 'approved' }), document('selfie', { status: 'rejected', reason: 'Blurred' })], {
    user: { verification: 'rejected' },
  })
  await screen.findByText('Blurred')
  choose('Identity document, back (if it has one)')
  press()
  expect(await screen.findByText('This document is needed.')).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
  const selfie = choose('You, holding the document')
  upload.mockResolvedValue({ data: [document('idFront', { status: 'approved' }), document('selfie')] })
  press()
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(upload.mock.calls[0]?.[0]).toMatchObject({ path: '/performers/documents/upload', files: { selfie } })
  expect(screen.getByText('Being reviewed')).toBeTruthy()
  expect(screen.queryByText('Blurred')).toBeNull()
  expect(toast).toHaveBeenCalledWith('success', expect.stringMatching(/documents were sent/))
})

test('progress shows while documents are uploaded', async () => {
  show([])
  await screen.findByText('Send your documents')
  choose('Identity document, front')
  choose('You, holding the document')
  const answer = Promise.withResolvers<{ data: IdentityDocument[] }>()
  upload.mockImplementation(async ({ onProgress }) => {
    onProgress?.(0.4)
    return answer.promise
  })
  press()
  const bar = await screen.findByRole('progressbar', { name: 'Sending your documents' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  answer.resolve({ data: [document('idFront'), document('selfie')] })
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('a refusal shows at its document, the files stay chosen, and the states are read again', async () => {
  show([])
  await screen.findByText('Send your documents')
  choose('Identity document, front')
  choose('You, holding the document')
  const message = 'This picture is damaged.'
  upload.mockRejectedValue(new Refusal('unsupported', message, [{ path: 'selfie', message }]))
  press()
  const group = within(screen.getByRole('group', { name: 'You, holding the document' }))
  expect(await group.findByText(message)).toBeTruthy()
  expect(group.getByText('picture')).toBeTruthy()
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
})

test('without a connection the page says that documents wait, and sends nothing', async () => {
  show([document('idFront'), document('selfie')], { isOffline: true })
  await screen.findByText(/You can send documents when you are back online/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send documents' }).disabled).toBe(true)
})

test('a verified creator sends nothing any more', async () => {
  show([document('idFront', { status: 'approved' }), document('selfie', { status: 'approved' })], {
    user: { verification: 'approved' },
  })
  expect(await screen.findAllByText('Approved')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Send documents' })).toBeNull()
})

test('documents that cannot be loaded have an error with a way to try again', async () => {
  callApi.mockRejectedValue(new Error('broken'))
  open()
  expect(await screen.findByText('Your documents could not be loaded')).toBeTruthy()
  callApi.mockResolvedValue({ data: [document('idFront')] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Being reviewed')).toBeTruthy()
})

test('an application says that it is under review, and what comes next, also before the address is confirmed', async () => {
  show([document('selfie')], { user: { emailVerified: false } })
  expect(await screen.findByText('Your application is under review')).toBeTruthy()
  expect(screen.getByText('Until then you can prepare drafts and your page.')).toBeTruthy()
})

test('an application says since when it is under review, and what to prepare meanwhile', async () => {
  show([document('selfie'), document('idFront', { createdAt: '2026-03-02T10:00:00.000Z' })], {
    user: { avatar: '/a', cover: null },
  })
  await screen.findByText('Under review since March 2, 2026.')
  const steps = within(screen.getByRole('list', { name: 'Prepare meanwhile' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    ...['Add a picture of you Done', 'Add a cover', 'Write first drafts, also offline', 'Set your prices'],
  ])
})

test.each([
  [{ hasDrafts: true }, 'Write first drafts, also offline Done'],
  [{ hasPrices: true }, 'Set your prices Done'],
])('a step of %o is ticked off alone', async (given, done) => {
  show([document('selfie')], { user: { avatar: null, cover: null }, ...given })
  const steps = within(await screen.findByRole('list', { name: 'Prepare meanwhile' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent).filter((text) => text?.includes('Done'))).toEqual([done])
})

test.each(['approved', 'rejected'] as const)(
  'an application that is %s has nothing to prepare',
  async (verification) => {
    show([document('selfie')], { user: { verification, rejectionReason: 'The photo is blurred.' } })
    await screen.findByText('Documents that you sent')
    expect(screen.queryByText('Prepare meanwhile')).toBeNull()
    expect(screen.queryByText('The photo is blurred.') !== null).toBe(verification === 'rejected')
  },
)
