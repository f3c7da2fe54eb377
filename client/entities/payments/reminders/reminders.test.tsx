// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Draft } from '@vesper/sync/engine/store.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { allSettled, fork } from 'effector'
import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../../core/connection/model.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { AskAgain } from './ask-again.tsx'
import { RemindMe } from './remind-me.tsx'
import { keepReminder } from './reminder.ts'
import type { Wanted } from './reminder.ts'
import { RemindersSection } from './reminders-section.tsx'

const { callApi, asked, engine } = vi.hoisted(() => ({
  callApi: vi.fn(),
  asked: vi.fn(),
  engine: { sync: undefined as unknown as Sync },
}))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../../core/sync/sync-provider.tsx'), async (load) => ({
  ...(await load()),
  useSync: () => engine.sync,
}))
vi.mock(import('../../content/use-content-actions.ts'), async (load) => ({
  ...(await load()),
  useContentActions: () => ({
    menuItems: () => [],
    askToBuy: (content) => void asked('buy', content),
    askToTip: (content) => void asked('tip', content),
    askToSubscribe: (content) => void asked('subscribe', content),
  }),
}))
vi.mock(import('../../../core/i18n/lazy-with-texts.ts'), async () => {
  const { lazy } = await import('react')
  return { lazyAgain: ((load: () => Promise<never>) => lazy(async () => ({ default: await load() }))) as never }
})

const post: Wanted = { type: 'feed', id: 'post', ownerId: 'mara', tokens: 30, message: '', name: 'Mara' }
const tip: Wanted = { type: 'tip', id: 'mara', ownerId: 'mara', tokens: 20, message: 'For the kiln', name: 'Mara' }

let scope: Scope
beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // The first load of a module takes longer than a screen is waited for.
  await import('./reminder-sheet.tsx')
})
beforeEach(async () => {
  callApi.mockReset()
  asked.mockReset()
  scope = fork()
  await signIn(v7())
})
afterEach(async () => {
  cleanup()
  engine.sync.db.close()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

test('a payment that cannot be made offline is kept, and let go again', async () => {
  await setOnline(false)
  show(<RemindMe wanted={post} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Remind me' }))
  expect(await screen.findByText(/You are asked again/)).toBeTruthy()
  expect(await keys()).toEqual(['remind:feed:post'])
  fireEvent.click(screen.getByRole('button', { name: 'Do not remind me' }))
  expect(await screen.findByRole('button', { name: 'Remind me' })).toBeTruthy()
  expect(await keys()).toEqual([])
  expect(callApi).not.toHaveBeenCalled()
})

test('a connection leaves no reminder to ask for', async () => {
  show(<RemindMe wanted={post} />)
  await setOnline(false)
  await screen.findByRole('button', { name: 'Remind me' })
  await setOnline(true)
  expect(screen.queryByRole('button')).toBeNull()
})

test('back online the sheet asks at the price of today, and charges nothing by itself', async () => {
  await setOnline(false)
  await keepReminder(engine.sync, post, new Date())
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 45 })
  show(<AskAgain />)
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  await setOnline(true)
  expect(await screen.findByText(/It costs 45 tokens now\. It cost 30 tokens before\./)).toBeTruthy()
  expect(calls()).toEqual([{ method: 'GET', path: '/user/feeds/post' }])
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(asked).toHaveBeenCalledExactlyOnceWith('buy', { type: 'feed', id: 'post', ownerId: 'mara', price: 45 })
  // The dialog removes it once it is paid.
  expect(await keys()).toEqual(['remind:feed:post'])
  expect(calls().every(({ method }) => method === 'GET')).toBe(true)
})

test('only a device that was offline is told that it is back', async () => {
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 30 })
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  expect((await screen.findByRole('dialog')).textContent).not.toContain('back online')
  await setOnline(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await setOnline(true)
  expect((await screen.findByRole('dialog')).textContent).toContain('You are back online.')
})

test('a payment that comes back from the pay page is not covered', async () => {
  history.replaceState(null, '', '/wallet?checkoutId=paid')
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 30 })
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  await settle(700)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The wallet drops the query once the payment is settled, and still says so.
  history.replaceState(null, '', '/wallet')
  await setOnline(false)
  await setOnline(true)
  await settle(700)
  expect(screen.queryByRole('dialog')).toBeNull()
  history.replaceState(null, '', '/home')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('the return from the pay page is no start of the app', async () => {
  history.replaceState(null, '', '/wallet?checkoutId=paid')
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 30 })
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  history.replaceState(null, '', '/posts/post')
  await settle(700)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a tip goes on with its tokens and words', async () => {
  callApi.mockResolvedValue({ name: 'Mara' })
  await keepReminder(engine.sync, tip, new Date())
  show(<AskAgain />)
  expect(await screen.findByText('A tip of 20 tokens for Mara')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  const begun = { tokens: 20, message: 'For the kiln' }
  expect(asked).toHaveBeenCalledExactlyOnceWith('tip', { type: 'performer', id: 'mara', ownerId: 'mara', tip: begun })
})

test('the sheet that is put off comes with the next connection, and goes for good where all is removed', async () => {
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 30 })
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  fireEvent.click(await screen.findByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  await setOnline(false)
  await setOnline(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove reminder' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await keys()).toEqual([])
})

test.each([
  ['owned', { isLocked: false, access: 'paid', price: 30 }, 'This is open to you already.'],
  ['free', { isLocked: true, access: 'subscribers', price: 0 }, 'This is no longer for sale.'],
])('a thing that is %s by now is not paid for', async (_, answer, words) => {
  callApi.mockResolvedValue(answer)
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('a thing that is not there any more is not paid for', async () => {
  callApi.mockRejectedValue(new Refusal('not-found', 'This post does not exist.'))
  await keepReminder(engine.sync, post, new Date())
  show(<AskAgain />)
  expect(await screen.findByText('This is no longer for sale.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('the sheet waits while somebody types', async () => {
  callApi.mockResolvedValue({ isLocked: true, access: 'paid', price: 30 })
  await keepReminder(engine.sync, post, new Date())
  show(
    <>
      <input aria-label="Message" />
      <AskAgain />
    </>,
  )
  screen.getByRole('textbox').focus()
  await settle(700)
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByRole('textbox').blur()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a reminder outlives the browser, belongs to its account alone, and ends after 30 days', async () => {
  const [account, other] = [v7(), v7()]
  await signIn(account)
  await keepReminder(engine.sync, post, new Date())
  const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  await keepReminder(engine.sync, { ...post, id: 'old' }, old)
  await signIn(other)
  show(<RemindersSection />)
  await settle()
  expect(screen.queryByRole('list')).toBeNull()
  cleanup()
  await signIn(account)
  await setOnline(false)
  show(
    <>
      <RemindersSection />
      <AskAgain />
    </>,
  )
  expect(await screen.findByRole('list', { name: 'Reminders' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await waitFor(async () => expect(await keys()).toEqual(['remind:feed:post']))
})

/** Opens the storage of an account, as a new start of the app does. */
async function signIn(account: string): Promise<void> {
  engine.sync?.db.close()
  const { db } = await openDatabase(account, vesperModel)
  engine.sync = {
    db,
    putDraft: async (draft: Draft) => void (await db.drafts.put(draft)),
    removeDraft: (key: string) => db.drafts.delete(key),
  } as unknown as Sync
}

function setOnline(isOnline: boolean): Promise<void> {
  return allSettled(browserOnlineChanged, { scope, params: isOnline })
}

function keys(): Promise<string[]> {
  return engine.sync.db.drafts.toCollection().primaryKeys()
}

function calls(): { method: string; path: string }[] {
  return callApi.mock.calls.map(([call]) => {
    const { method = 'GET', path } = call as { method?: string; path: string }
    return { method, path }
  })
}

function settle(ms = 100): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function show(children: ReactNode): void {
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </Provider>,
  )
}
