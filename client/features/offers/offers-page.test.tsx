// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Offer } from '@vesper/sync/vesper/api/offers.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { OffersPage } from './offers-page.tsx'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const sale: Offer = {
  ...{ _id: id(2), code: 'SPRING', kind: 'discount', days: null, percent: 40, terms: ['monthly'] },
  ...{ audience: 'new', listId: null, usesMax: 50, endsAt: null, state: 'active' },
  ...{ uses: 3, started: 2, subscribedAfter: 1, earned: 123_400, createdAt: '2026-11-01T10:00:00.000Z' },
}

const answer = vi.hoisted((): { now: object } => ({ now: {} }))
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/page/back-button.tsx', () => ({ BackButton: () => null }))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => ({ ...answer.now, mutate: async () => {} })) as never,
}))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  callApi.mockReset()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

function show(offers: Offer[]): void {
  answer.now = { data: { data: offers, total: offers.length } }
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <OffersPage creatorId={id(1)} />
      </I18nProvider>
    </Provider>,
  )
}

const sent = () => callApi.mock.calls.map(([call]) => call as { method: string; path: string; body: { _id?: string } })
const field = (name: string) => screen.getByLabelText(name)

test('each offer shows its code, its state and its figures', () => {
  show([sale])
  const offers = screen.getByRole('list', { name: 'Offers' })
  expect(offers.textContent).toContain('40% off the first term')
  expect(offers.textContent).toContain('SPRING')
  for (const text of ['3 of 50', '$12.34', 'Active', 'Fans who never subscribed']) {
    expect(offers.textContent).toContain(text)
  }
  expect(within(offers).getByRole('button', { name: 'Share SPRING' })).toBeTruthy()
})

test('a new offer is sent as the form says, and a refusal stands at its field', async () => {
  const text = 'This code is in use. Choose another one.'
  callApi.mockRejectedValueOnce(new Refusal('conflict', text, [{ path: 'code', message: text }]))
  callApi.mockResolvedValueOnce(sale)
  show([])
  expect(screen.getByText('No offers yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'New offer' }))
  await screen.findByRole('dialog', { name: 'New offer' })
  fireEvent.change(field('Kind'), { target: { value: 'discount' } })
  fireEvent.change(field('Percent off'), { target: { value: '40' } })
  fireEvent.change(field('Code'), { target: { value: 'SPRING' } })
  fireEvent.change(field('Uses at most'), { target: { value: '50' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make offer' }))
  await screen.findByText(text)
  fireEvent.change(field('Percent off'), { target: { value: '100' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make offer' }))
  expect(await screen.findByText('Enter a whole number from 1 to 99.')).toBeTruthy()
  fireEvent.change(field('Percent off'), { target: { value: '41' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make offer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toMatchObject([
    { method: 'POST', body: { kind: 'discount', percent: 40, terms: ['monthly'], code: 'SPRING', usesMax: 50 } },
    { method: 'POST', body: { percent: 41, endsAt: null, audience: 'all' } },
  ])
  expect(new Set(sent().map(({ body }) => body._id)).size).toBe(1)
})

test('a typed offer outlives the closed sheet', async () => {
  show([])
  fireEvent.click(screen.getByRole('button', { name: 'New offer' }))
  await screen.findByRole('dialog', { name: 'New offer' })
  fireEvent.change(field('Code'), { target: { value: 'KEPT-CODE' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'New offer' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('KEPT-CODE')
})

test('an offer is asked about before it ends', async () => {
  callApi.mockResolvedValueOnce({ ...sale, state: 'ended' })
  show([sale])
  fireEvent.click(screen.getByRole('button', { name: 'End offer' }))
  const dialog = await screen.findByRole('dialog', { name: 'End the offer SPRING?' })
  expect(callApi).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'End offer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toMatchObject([{ method: 'DELETE', path: `/performer/offers/${id(2)}` }])
})

test('an offer whose answer was lost is the same one after the sheet was closed', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('lost'))
  callApi.mockResolvedValueOnce(sale)
  show([])
  const make = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'New offer' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Make offer' }))
  }
  await make()
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await make()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toHaveLength(2)
  expect(sent()[1]?.body).toEqual(sent()[0]?.body)
})
