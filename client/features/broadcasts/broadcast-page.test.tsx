// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { serverMissed } from '../../core/connection/model.ts'
import { beginScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { fileRecord } from '../../testing/file-record.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { BroadcastPage } from './broadcast-page.tsx'
import { storeBroadcast } from './testing/store-broadcast.ts'
import { WelcomeDialog } from './welcome-dialog.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../entities/library/add-from-library.tsx', () => ({ AddFromLibrary: () => null }))
vi.mock('../../entities/fans/use-fan-lists.ts', () => ({
  useFanLists: () => [{ list: { _id: listId, name: 'Regulars', rule: null }, count: 7 }],
}))
vi.mock('../../core/sync/pull-now.ts', () => ({ pullNow }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

const pullNow = vi.hoisted(() => vi.fn())

const listId = vi.hoisted(() => '01a00000-0000-7000-8000-000000000001')
const id = v7()
const figures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }
let account: string
let called: { path: string; body: unknown }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)
beforeEach(async () => {
  localStorage.clear()
  pullNow.mockReset()
  beginScope({ state: 'signed-out' })
  called = []
  vi.mocked(callApi).mockImplementation(async ({ path, body }: { path: string; body?: unknown }) => {
    called.push({ path, body })
    if (path.endsWith('/preview')) return { count: 412, leftOut: { excluded: 3, muted: 1, owned: 20 } }
    return { ...(await row()), state: 'counting', figures }
  })
  account = v7()
  engine.sync = await syncWithoutLine(account)
})

function row(): Promise<Broadcast | undefined> {
  return engine.sync.db.broadcasts.get(id)
}

/** The draft as the server has it, with nothing queued. */
async function stored(content: Partial<Broadcast> = {}): Promise<void> {
  await storeBroadcast(engine.sync, { _id: id, performerId: account, ...content })
}

function show(scope = fork(), onLeave = () => {}) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>
          <BroadcastPage id={id} isNew contents="here" onOpen={() => {}} onLeave={onLeave} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

test('words, audience and price are kept on the device without a line, and nothing can be sent', async () => {
  const scope = fork()
  await allSettled(serverMissed, { scope })
  show(scope)
  fireEvent.change(await screen.findByLabelText('Message to many'), { target: { value: 'To you all' } })
  fireEvent.change(screen.getByLabelText('Price in tokens'), { target: { value: '٢٥' } })
  const [sendTo, leaveOut] = [
    screen.getByRole('group', { name: 'Send to' }),
    screen.getByRole('group', { name: 'Leave out' }),
  ]
  fireEvent.click(sendTo.querySelectorAll('input')[2] as HTMLElement)
  fireEvent.click(leaveOut.querySelectorAll('input')[1] as HTMLElement)
  await waitFor(async () => expect(await row()).toMatchObject({ text: 'To you all', price: 25 }))
  expect(await row()).toMatchObject({
    include: [{ kind: 'followers' }, { kind: 'list', listId }],
    exclude: [{ kind: 'subscribers' }],
  })
  expect(screen.getByRole('status').textContent).toContain('when you are back online')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send to/ }).disabled).toBe(true)
  expect(called).toEqual([])
})

test('the status says to how many it goes and why not to others, and the button sends the version that was seen', async () => {
  await stored()
  show()
  expect(await screen.findByText('Goes to 412')).toBeTruthy()
  expect(screen.getByText('20 have all of these files')).toBeTruthy()
  expect(screen.getByText('1 has muted messages to many')).toBeTruthy()
  const button = await screen.findByRole('button', { name: 'Send to 412' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(button)
  await waitFor(() =>
    expect(called).toContainEqual({ path: `/performer/broadcasts/${id}/send`, body: { version: 4, count: 412 } }),
  )
})

test('a change that is still on its way keeps the button back', async () => {
  await stored()
  show()
  const button = await screen.findByRole('button', { name: 'Send to 412' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  fireEvent.change(screen.getByLabelText('Message to many'), { target: { value: 'Other words' } })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  await waitFor(async () => expect(await row()).toMatchObject({ text: 'Other words' }))
  // The device has it, the server has not.
  expect((button as HTMLButtonElement).disabled).toBe(true)
})

test('a change of another device shows, and not in the place of what is being typed', async () => {
  await stored()
  show()
  const field = await screen.findByLabelText('Message to many')
  await act(() => stored({ text: 'From the phone' }))
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('From the phone'))
  fireEvent.change(field, { target: { value: 'Typed here' } })
  await act(() => stored({ text: 'From the phone again' }))
  expect((field as HTMLTextAreaElement).value).toBe('Typed here')
})

test('a message that waits a minute can be taken back, and one that is out can be unsent after a question', async () => {
  await stored({ state: 'counting', goesAt: new Date(Date.now() + 50_000).toISOString() })
  show()
  expect(await screen.findByText('Goes out within a minute')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(called).toContainEqual({ path: `/performer/broadcasts/${id}/take-back`, body: {} }))
  cleanup()
  vi.mocked(callApi).mockImplementation(async ({ path, body }: { path: string; body?: unknown }) => {
    called.push({ path, body })
    return { ...(await row()), figures: { ...figures, total: 10, sent: 9, left: 1, opened: 4 } }
  })
  await stored({ state: 'sent', goesAt: '2026-01-01T00:00:00.000Z' })
  show()
  expect(await screen.findByText('9 of 10')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Unsend' }))
  expect(called.some(({ path }) => path.endsWith('/unsend'))).toBe(false)
  fireEvent.click(screen.getAllByRole('button', { name: 'Unsend' }).at(-1) as HTMLElement)
  await waitFor(() => expect(called.some(({ path }) => path.endsWith('/unsend'))).toBe(true))
})

test.each(['20000', '1.5'])(
  'a price of %s is no price: nothing of it is saved or sent, also after a reload',
  async (price) => {
    await stored({ price: 3 })
    show()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to 412' })
    await waitFor(() => expect(button.disabled).toBe(false))
    const field = screen.getByLabelText<HTMLInputElement>('Price in tokens')
    for (let end = 1; end <= price.length; end++) fireEvent.change(field, { target: { value: price.slice(0, end) } })
    fireEvent.blur(field)
    expect([field.value, button.disabled]).toEqual([price, true])
    expect(screen.getByText('Use whole tokens, at most 10,000.')).toBeTruthy()
    cleanup()
    await waitFor(async () => expect(await engine.sync.db.outbox.count()).toBe(1))
    expect(await row()).toMatchObject({ price: 3 })
    show()
    const again = await screen.findByLabelText<HTMLInputElement>('Price in tokens')
    expect(again.value).toBe(price)
    fireEvent.change(again, { target: { value: '٤٠' } })
    expect(screen.queryByText('Use whole tokens, at most 10,000.')).toBeNull()
    await waitFor(async () => expect(await row()).toMatchObject({ price: 40 }))
  },
)

test('the answers to sending and taking back show at once, before the row comes', async () => {
  await stored()
  show()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to 412' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  const back = await screen.findByRole('button', { name: 'Take back' })
  vi.mocked(callApi).mockImplementation(async ({ path }: { path: string }) =>
    path.endsWith('/preview')
      ? { count: 412, leftOut: { excluded: 0, muted: 0, owned: 0 } }
      : { ...(await row()), state: 'draft', version: 5, figures },
  )
  fireEvent.click(back)
  expect(await screen.findByLabelText('Message to many')).toBeTruthy()
  expect(pullNow).toHaveBeenCalledTimes(2)
})

test('a list that the server does not have yet is not asked for, and a failed count can be tried again', async () => {
  await stored()
  await engine.sync.mutate('fan-list.save', {
    ...{ _id: listId, kind: 'manual', changes: { name: 'Regulars' }, editedAt: '2026-01-01T00:00:00.000Z' },
  })
  show()
  expect(await screen.findByText('Counting…')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(called).toEqual([])
  vi.mocked(callApi).mockRejectedValueOnce(new Refusal('invalid', 'This list is gone.'))
  await act(() => engine.sync.db.outbox.clear())
  expect(await screen.findByText('This list is gone.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send to/ }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Goes to 412')).toBeTruthy()
  expect(screen.queryByText('This list is gone.')).toBeNull()
})

test('a text whose direction marks are dropped is saved at the end', async () => {
  await stored()
  show()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to 412' })
  fireEvent.change(screen.getByLabelText('Message to many'), { target: { value: '\u202eTurned' } })
  await waitFor(async () => expect(await row()).toMatchObject({ text: 'Turned' }))
  await act(() => engine.sync.db.outbox.clear())
  await waitFor(() => expect(button.disabled).toBe(false))
})

test('a draft that is discarded here is left without a word of another device', async () => {
  await stored()
  const onLeave = vi.fn()
  show(fork(), onLeave)
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) as HTMLElement)
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  await waitFor(async () => expect(await row()).toBeUndefined())
  expect(screen.queryByText('This message was discarded')).toBeNull()
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
})

test('a message that was just unsent says that it still disappears', async () => {
  await stored({ state: 'unsent', updatedAt: new Date().toISOString() })
  vi.mocked(callApi).mockImplementation(async () => ({ ...(await row()), figures }))
  show()
  expect(await screen.findByText('It disappears from conversations within minutes.')).toBeTruthy()
})

test('an automatic message that was begun survives the closed dialog, and one of files alone stays off', async () => {
  const welcome = { trigger: 'follow', text: '', files: [fileRecord()], price: 0, isOn: false, figures } as const
  const open = () =>
    render(
      <I18nProvider i18n={i18n}>
        <WelcomeDialog welcome={{ ...welcome, files: [...welcome.files] }} onSaved={() => {}} onClose={() => {}} />
      </I18nProvider>,
    )
  open()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send it by itself' }).checked).toBe(false)
  fireEvent.change(screen.getByLabelText('Text of the message'), { target: { value: 'Half a' } })
  fireEvent.change(screen.getByLabelText('Price in tokens'), { target: { value: '1.5' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  cleanup()
  open()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text of the message').value).toBe('Half a')
})

test.each([
  ['list', /A list in it was deleted/],
  ['nobody', /nobody was left to send it to/],
  ['files', /A file of it cannot be sent any more/],
] as const)('a message that came back says why and how to go on: %s', async (returned, words) => {
  await stored({ returned, sendAt: '2026-01-01T00:00:00.000Z' })
  show()
  expect(await screen.findByText('This message did not go out')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText(/Its time is over/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Send at'), { target: { value: '' } })
  await waitFor(() => expect(screen.queryByText(/Its time is over/)).toBeNull())
})
