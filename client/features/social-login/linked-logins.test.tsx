// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { IdentityList, IdentityView } from '@vesper/sync/vesper/api/social-login.ts'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LinkedLogins } from './linked-logins.tsx'

type Call = { method?: string; path: string }

const { callApi, begin, toast } = vi.hoisted(() => ({
  callApi: vi.fn<(call: Call) => Promise<unknown>>(),
  begin: vi.fn(async () => 'https://provider.test/agree'),
  toast: vi.fn(),
}))
vi.mock('../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi }))
vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: toast }))
vi.mock('./social-login.ts', () => ({ beginSocialLogin: begin }))

const google: IdentityView = {
  ...{ _id: 'g', provider: 'google', label: 'ada@example.test', createdAt: '2026-03-01T10:00:00.000Z' },
}
const x: IdentityView = { ...google, _id: 'x', provider: 'twitter', label: '@ada' }

let held: IdentityList
const assign = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  callApi.mockImplementation(async ({ method, path }) => {
    if (method !== 'DELETE') return held
    held = { ...held, data: held.data.filter(({ _id }) => !path.endsWith(_id)) }
    return { success: true }
  })
})
afterEach(cleanup)

function show(data: IdentityView[], { hasPassword = true, isOffline = false } = {}): void {
  held = { data, total: data.length, hasPassword }
  render(
    <I18nProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <LinkedLogins
          account="me"
          providers={['google', 'twitter']}
          isOffline={isOffline}
          setPassword={<a href="/auth/forgot">Set a password by email</a>}
        />
      </SWRConfig>
    </I18nProvider>,
  )
}

const unlinkButton = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

test('a linked login shows whose it is, and the others can be linked', async () => {
  show([google])
  const list = await screen.findByRole('list', { name: 'Linked logins' })
  expect(list.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toMatch(
    /Google · ada@example\.test.*Linked on Mar 1, 2026/,
  )
  expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Link X' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.test/agree'))
  expect(begin).toHaveBeenCalledWith('twitter', expect.objectContaining({ linkTo: 'me' }))
})

test('a login is unlinked after a question, and goes from the list', async () => {
  show([google, x])
  fireEvent.click(await unlinkButton(/Unlink Google/))
  const dialog = within(screen.getByRole('dialog', { name: 'Unlink Google?' }))
  expect(callApi.mock.calls.some(([{ method }]) => method === 'DELETE')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await screen.findByRole('button', { name: 'Link Google' })).toBeTruthy()
  expect(callApi).toHaveBeenCalledWith(
    expect.objectContaining({ method: 'DELETE', path: '/auth/users/me/identities/g' }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the only way in cannot be unlinked, and the way to a password is shown', async () => {
  show([google], { hasPassword: false })
  expect((await unlinkButton(/Unlink Google/)).disabled).toBe(true)
  expect(screen.getByText(/only way into your account/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Set a password by email' })).toBeTruthy()
})

test('one of two logins can go without a password', async () => {
  show([google, x], { hasPassword: false })
  expect((await unlinkButton(/Unlink X/)).disabled).toBe(false)
  expect(screen.queryByText(/only way into your account/)).toBeNull()
})

test('a refusal of the server is told, and the list is read again', async () => {
  show([google, x], { hasPassword: false })
  fireEvent.click(await unlinkButton(/Unlink X/))
  const message = 'This is the only way into your account. Set a password first.'
  callApi.mockImplementation(async ({ method }) => {
    // Another device has unlinked the other one.
    held = { ...held, data: [x], total: 1 }
    if (method === 'DELETE') throw new Refusal('conflict', message)
    return held
  })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('error', message))
  await waitFor(() => expect(screen.queryByText(/Google ·/)).toBeNull())
  expect(screen.getByText(/only way into your account/)).toBeTruthy()
})

test('without a connection nothing can be linked or unlinked', async () => {
  show([google], { isOffline: true })
  expect((await unlinkButton(/Unlink Google/)).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Link X' }).disabled).toBe(true)
})
