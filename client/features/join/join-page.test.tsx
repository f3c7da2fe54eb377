// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { intentionFor, keepIntention, leadTo } from '../../core/session/intention.ts'
import { ContentActionsContext } from '../../entities/content/content-actions.ts'
import type { ContentActions } from '../../entities/content/content-actions.ts'
import { JoinPage } from './join-page.tsx'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const trial: JoinOffer = {
  ...{ code: 'SPRING', kind: 'trial', days: 7, percent: null, endsAt: null, prices: [], canUse: true },
  creator: { _id: id(1), name: 'Ines', username: 'ines', avatar: null, isPerformer: true },
}

const answer = vi.hoisted((): { now: { data?: unknown; error?: unknown } } => ({ now: {} }))
const engine = vi.hoisted((): { sync: unknown } => ({ sync: undefined }))
vi.mock(import('../../core/sync/sync.ts'), async (load) => {
  const off = { state: 'off' }
  let on: { state: string; sync: unknown } | undefined
  return {
    ...(await load()),
    syncState: (() => {
      if (!engine.sync) return off
      if (on?.sync !== engine.sync) on = { state: 'on', sync: engine.sync }
      return on
    }) as never,
  }
})
const { callApi, navigate, chosen } = vi.hoisted(() => ({ callApi: vi.fn(), navigate: vi.fn(), chosen: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => answer.now) as never,
}))
vi.mock(import('../../entities/content/use-content-actions.ts'), async (load) => ({
  ...(await load()),
  useContentActions: (() => ({ askToSubscribe: chosen })) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  useNavigate: (() => navigate) as never,
  Link: (({ children, to, onClick }: { children: ReactNode; to: string; onClick?: () => void }) => (
    <a href={to} onClick={onClick}>
      {children}
    </a>
  )) as never,
}))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  for (const mock of [callApi, navigate, chosen]) mock.mockReset()
  tabForms.clear()
  beginScope({ state: 'signed-out' })
})
afterEach(cleanup)

const fan = { _id: id(9), isPerformer: false } as never

function show(data: JoinOffer | null, error?: unknown): void {
  answer.now = data === null ? { error } : { data }
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext value={{ menu: [] } as unknown as ContentActions}>
          <JoinPage code="SPRING" />
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}

test('a visitor signs up first, and the purpose is kept', () => {
  show(trial)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('7 free days with Ines')
  fireEvent.click(screen.getByRole('link', { name: 'Sign up to start' }))
  expect(intentionFor('/join/SPRING')).toMatchObject({ purpose: 'subscribe', id: id(1) })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a fan starts the days with one press, and goes on to the creator', async () => {
  beginScope({ state: 'signed-in', token: 'a token', remember: true, user: fan })
  callApi.mockResolvedValue({})
  show(trial)
  fireEvent.click(screen.getByRole('button', { name: 'Start 7 free days' }))
  await waitFor(() => expect(navigate).toHaveBeenCalledOnce())
  expect(callApi.mock.calls).toMatchObject([[{ method: 'POST', path: '/join/SPRING' }]])
})

test('a visitor who has signed up starts without another press, once', async () => {
  beginScope({ state: 'signed-in', token: 'a token', remember: true, user: fan })
  keepIntention({ purpose: 'subscribe', id: id(1), name: 'Ines', path: '/join/SPRING' })
  leadTo('/join/SPRING', id(9))
  callApi.mockRejectedValue(new Refusal('not-found', 'This offer has ended.'))
  show(trial)
  expect((await screen.findByRole('alert')).textContent).toContain('This offer has ended.')
  expect(callApi).toHaveBeenCalledOnce()
})

test('a discount names both prices, and opens the sheet with its code', () => {
  beginScope({ state: 'signed-in', token: 'a token', remember: true, user: fan })
  const prices: JoinOffer['prices'] = [{ type: 'monthly', before: 500, after: 300 }]
  show({ ...trial, kind: 'discount', days: null, percent: 40, prices })
  expect(screen.getByRole('list', { name: 'Prices' }).textContent).toContain('$3.00, then $5.00')
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe with this offer' }))
  const coupon = { code: 'SPRING', before: 500, amount: 300, isOffer: true }
  expect(chosen.mock.calls).toMatchObject([[{ id: id(1), term: { type: 'monthly', coupon } }]])
})

test('an offer that has ended leads to Explore, and the own one has no button', async () => {
  show(null, new Refusal('not-found', 'This offer has ended.'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This offer has ended')
  expect(screen.getByRole('link', { name: 'Explore' })).toBeTruthy()
  cleanup()
  show({ ...trial, canUse: false })
  expect(screen.getByText('This is your own offer. Fans use it here.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('each of several prices has a button that opens its own term', () => {
  beginScope({ state: 'signed-in', token: 'a token', remember: true, user: fan })
  const prices: JoinOffer['prices'] = [
    { type: 'monthly', before: 500, after: 300 },
    { type: 'yearly', before: 5000, after: 3000 },
  ]
  show({ ...trial, kind: 'discount', days: null, percent: 40, prices })
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe with this offer: 12 months' }))
  const coupon = { code: 'SPRING', before: 5000, amount: 3000, isOffer: true }
  expect(chosen.mock.calls).toMatchObject([[{ id: id(1), term: { type: 'yearly', coupon } }]])
})

test('a paid discount leads on to the creator', async () => {
  beginScope({ state: 'signed-in', token: 'a token', remember: true, user: fan })
  const { db } = await openDatabase(id(9), vesperModel)
  engine.sync = { db }
  try {
    const prices: JoinOffer['prices'] = [{ type: 'monthly', before: 500, after: 300 }]
    show({ ...trial, kind: 'discount', days: null, percent: 40, prices })
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe with this offer' }))
    await db.subscriptions.put({ _id: id(3), performerId: id(1), status: 'active' } as never)
    await waitFor(() => expect(navigate).toHaveBeenCalledOnce())
    expect(navigate.mock.calls).toMatchObject([[{ to: '/$profileId', params: { profileId: 'ines' } }]])
  } finally {
    engine.sync = undefined
    db.close()
  }
})

test('a used offer leads to its creator, and one for some alone to the login', () => {
  show(null, new Refusal('not-found', 'This offer has ended.', [{ path: 'used', message: 'ines' }]))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You have this already')
  expect(screen.getByRole('link', { name: 'Open the creator’s page' })).toBeTruthy()
  cleanup()
  show(null, new Refusal('forbidden', 'Log in to see this offer.'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in to see this offer')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login')
})
