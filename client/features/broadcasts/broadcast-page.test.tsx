// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { emptyBroadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
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
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { BroadcastPage } from './broadcast-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../entities/library/add-from-library.tsx', () => ({ AddFromLibrary: () => null }))
vi.mock('../../entities/fans/use-fan-lists.ts', () => ({
  useFanLists: () => [{ list: { _id: listId, name: 'Regulars', rule: null }, count: 7 }],
}))
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))

const listId = vi.hoisted(() => '01a00000-0000-7000-8000-000000000001')
const id = v7()
const figures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }
let account: string
let called: { path: string; body: unknown }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)
beforeEach(async () => {
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
  const time = '2026-01-01T00:00:00.000Z'
  const draft: Broadcast = {
    ...{ ...emptyBroadcast, _id: id, performerId: account, files: [], state: 'draft', version: 4, goesAt: null },
    ...{ text: 'Hello, all', createdAt: time, updatedAt: time, ...content },
  }
  await engine.sync.db.broadcasts.put({ ...draft, $space: spaceOfUser(account) })
}

function show(scope = fork()) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>
          <BroadcastPage id={id} onLeave={() => {}} />
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
