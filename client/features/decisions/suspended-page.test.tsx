// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Statement } from '@vesper/sync/vesper/api/cases.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { followSuspension, noteSuspension } from '../../core/session/note-suspension.ts'
import { $suspended } from '../../core/session/suspension.ts'
import { SuspendedPage } from './suspended-page.tsx'

const id = '0190a5a0-0000-7000-8000-000000000001'
const account = '0190a5a0-0000-7000-8000-000000000009'
const onLeave = vi.fn()
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

let isSuspended: boolean
let failing: Error | null
let subscriptions: { _id: string; autoRenew: boolean; performer: { name: string } }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  localStorage.clear()
  isSuspended = true
  subscriptions = []
  failing = null
  callApi.mockReset()
  callApi.mockImplementation(
    async ({ path, query }: { path: string; query?: { current?: number; pageSize?: number } }) => {
      if (path === '/decisions') return { data: [statementOf()], total: 1 }
      if (path === '/subscriptions/user/search') {
        if (failing) throw failing
        const from = ((query?.current ?? 1) - 1) * (query?.pageSize ?? 25)
        const data = subscriptions.slice(from, from + (query?.pageSize ?? 25))
        return { data, total: subscriptions.length }
      }
      if (path.startsWith('/payment/')) {
        const found = subscriptions.find(({ _id }) => path.endsWith(_id))
        if (found) found.autoRenew = false
        return found
      }
      if (isSuspended) throw new Refusal('forbidden', 'Suspended', [{ path: 'suspended', message: 'Suspended' }])
      return {}
    },
  )
  signIn()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('says why, until when, and takes an appeal', async () => {
  open()
  expect(await screen.findByText('Sold what is not theirs')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Your account is suspended' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Why you disagree' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Read why' }).getAttribute('href')).toBe(`/user/decisions/${id}`)
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(onLeave).toHaveBeenCalledOnce()
})

test('cancels subscriptions that would go on, one by one', async () => {
  subscriptions = ['Ines', 'Omar'].map((name) => ({ _id: name, autoRenew: true, performer: { name } }))
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the subscription to Ines' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the subscription to Ines' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Cancel the subscription to Omar' })).toBeTruthy()
  expect(callApi.mock.calls.map(([asked]) => (asked as { path: string }).path)).toContain(
    '/payment/stripe/cancel-subscription/Ines',
  )
})

test('finds those that renew behind a page of ended ones', async () => {
  subscriptions = Array.from({ length: 150 }, (_, n) => ({
    ...{ _id: `s${n}`, autoRenew: n === 149, performer: { name: `Creator ${n}` } },
  }))
  open()
  expect(await screen.findByRole('button', { name: 'Cancel the subscription to Creator 149' })).toBeTruthy()
})

test('says that subscriptions could not be read, and reads them again on demand', async () => {
  subscriptions = [{ _id: 'Ines', autoRenew: true, performer: { name: 'Ines' } }]
  failing = new Refusal('unavailable', 'Try again in a minute.')
  open()
  expect(await screen.findByText('Your subscriptions could not be loaded')).toBeTruthy()
  expect(screen.getByText('Try again in a minute.')).toBeTruthy()
  failing = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Cancel the subscription to Ines' })).toBeTruthy()
  expect(screen.queryByText('Your subscriptions could not be loaded')).toBeNull()
})

test('without a line it says so beside the subscriptions', async () => {
  subscriptions = [{ _id: 'Ines', autoRenew: true, performer: { name: 'Ines' } }]
  failing = new ConnectionError('gone')
  open()
  expect(await screen.findByText('Your subscriptions could not be loaded')).toBeTruthy()
  await act(() => allSettled(browserOnlineChanged, { scope: currentScope(), params: false }))
  expect(screen.getByText('Needs a connection.')).toBeTruthy()
})

test('leads creators to their payouts, and everybody to the page of security', async () => {
  open(true)
  expect((await screen.findByRole('link', { name: 'Payouts' })).getAttribute('href')).toBe('/creator/payouts')
  cleanup()
  open()
  expect((await screen.findByRole('link', { name: 'Security' })).getAttribute('href')).toBe('/user/security')
  expect(screen.queryByRole('link', { name: 'Payouts' })).toBeNull()
})

test('without a line it shows the statement that this device has kept', async () => {
  open()
  await screen.findByText('Sold what is not theirs')
  cleanup()
  callApi.mockRejectedValue(new ConnectionError('gone'))
  open()
  expect(await screen.findByText('Sold what is not theirs')).toBeTruthy()
})

test('notices by itself that the suspension has ended', async () => {
  vi.useFakeTimers()
  noteSuspension(account, true)
  open()
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  expect(currentScope().getState($suspended)).toBe(true)
  isSuspended = false
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  expect(currentScope().getState($suspended)).toBe(false)
})

test('a suspension is known after a start without a line, for this account alone', () => {
  noteSuspension(account, true)
  signIn()
  expect(currentScope().getState($suspended)).toBe(true)
  signIn('0190a5a0-0000-7000-8000-00000000000a')
  expect(currentScope().getState($suspended)).toBe(false)
  beginScope({ state: 'signed-out' })
  expect(currentScope().getState($suspended)).toBe(false)
})

test('an answer for an account that has left changes nothing', () => {
  noteSuspension('0190a5a0-0000-7000-8000-00000000000a', true)
  expect(currentScope().getState($suspended)).toBe(false)
  expect(localStorage.length).toBe(0)
})

test('another tab hears of a suspension and of its end', () => {
  followSuspension()
  localStorage.setItem(`vesper-suspended:${account}`, '1')
  dispatchEvent(new Event('storage'))
  expect(currentScope().getState($suspended)).toBe(true)
  localStorage.removeItem(`vesper-suspended:${account}`)
  dispatchEvent(new Event('storage'))
  expect(currentScope().getState($suspended)).toBe(false)
})

function signIn(_id = account): void {
  beginScope({ state: 'signed-in', token: 'x', remember: true, user: { _id } as Profile })
}

function open(isPerformer = false): void {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <SuspendedPage account={account} isPerformer={isPerformer} onLeave={onLeave} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

function statementOf(): Statement {
  return {
    ...{ _id: id, side: 'author', kind: 'suspend', objectType: 'user', objectId: account, preview: '' },
    ...{ ground: 'terms', clause: 'fraud', facts: 'Sold what is not theirs', restrict: null, until: null },
    ...{ automated: 'none', createdAt: new Date().toISOString(), isAlive: true, appeal: null },
    appealUntil: new Date(Date.now() + 9e9).toISOString(),
  }
}
