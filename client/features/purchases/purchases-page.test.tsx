// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentProps } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged, syncStatusChanged } from '../../core/connection/model.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import type { PurchaseKind } from './purchase-kinds.ts'
import { PurchasesPage } from './purchases-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const { callApi, pullNow } = vi.hoisted(() => ({ callApi: vi.fn(), pullNow: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../core/sync/pull-now.ts', () => ({ pullNow }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ to, params = {}, search = {}, ...props }: LinkProps) => (
    <a
      {...props}
      href={to.replace(/\$(\w+)/, (_, name: string) => params[name] ?? '')}
      data-search={JSON.stringify(search)}
    />
  )) as never,
}))

type LinkProps = ComponentProps<'a'> & { to: string; params?: Record<string, string>; search?: object }
type Owned = Extract<Grant, { kind: 'entitlement' }>

// Roles of whole pages are slow to find in happy-dom.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })

const me = v7()
const mara = { _id: v7(), name: 'Mara Vale', username: 'mara', avatar: null }
const onShow = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  onShow.mockReset()
  pullNow.mockReset()
  localStorage.clear()
  callApi.mockReset().mockResolvedValue({ data: [], total: 0 })
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: me } as Profile })
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
})

function owned(objectType: Owned['objectType'], day: number): Owned {
  const grantedAt = `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`
  return { _id: v7(), userId: me, performerId: mara._id, kind: 'entitlement', objectType, objectId: v7(), grantedAt }
}

async function show(grants: readonly Grant[], kind: PurchaseKind = 'all'): Promise<void> {
  await engine.sync.db.grants.bulkPut([...grants])
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <SWRConfig value={{ provider: () => new Map() }}>
          <PurchasesPage shown={kind} onShow={onShow} />
        </SWRConfig>
      </I18nProvider>
    </Provider>,
  )
}

/** The device has synchronised, and has a connection or none. */
async function synchronised({ isOnline = true } = {}): Promise<void> {
  const scope = currentScope()
  const status = { state: 'idle', pending: 0, whole: true, lastSyncAt: '2026-11-26T09:00:00.000Z', nextAttemptAt: null }
  await allSettled(syncStatusChanged, { scope, params: status as unknown as SyncStatus })
  await allSettled(browserOnlineChanged, { scope, params: isOnline })
}

/** The server answers, and the first synchronisation fails. */
async function failing(): Promise<void> {
  const scope = currentScope()
  const status = { state: 'failing', pending: 0, whole: false, lastSyncAt: null, nextAttemptAt: null }
  await allSettled(syncStatusChanged, { scope, params: status as unknown as SyncStatus })
}

async function rows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Purchases' })).getAllByRole('listitem')
}

test('purchases stand with the latest first, by their names, and lead to the things', async () => {
  const [video, post, product] = [owned('video', 20), owned('feed', 22), owned('product', 21)]
  const charge = {
    ...{ _id: v7(), type: 'video', targetId: video.objectId, title: 'Six hours', performer: mara, tokens: 40 },
    ...{ amount: 200, tax: 0, currency: 'USD', status: 'done', message: '', createdAt: video.grantedAt },
  }
  callApi.mockResolvedValue({ data: [charge], total: 1 })
  await engine.sync.db.creators.put({ ...mara, isPerformer: true } as never)
  await show([video, post, product])
  expect(await screen.findByText('Six hours')).toBeTruthy()
  const shown = (await rows()).map((row) => {
    const link = within(row).getByRole<HTMLAnchorElement>('link')
    return [within(row).getByText(/Mara|hours/).textContent, link.getAttribute('href')]
  })
  expect(shown).toEqual([
    ['Post by Mara Vale', `/posts/${post.objectId}`],
    ['Product from Mara Vale', `/products/${product.objectId}`],
    ['Six hours', `/videos/${video.objectId}`],
  ])
})

const chargeOf = ({ objectType: type, objectId: targetId, grantedAt: createdAt }: Owned, edit: object = {}) => ({
  ...{ _id: v7(), type, targetId, title: '', performer: mara, tokens: 40, amount: 200, tax: 0, currency: 'USD' },
  ...{
    number: 123,
    status: 'done',
    message: '',
    createdAt,
    picture: null,
    refundedTokens: 0,
    taxBps: 0,
    seconds: null,
  },
  ...edit,
})

test('a purchase shows its picture, its day and its price in tokens and in money, and has a receipt', async () => {
  const video = owned('video', 20)
  callApi.mockResolvedValue({ data: [chargeOf(video, { title: 'Six hours', picture: '/files/six.webp' })], total: 1 })
  await show([video])
  await screen.findByText('Six hours')
  const [row] = await rows()
  expect(row?.textContent).toContain('Nov 20, 2026 · 40 tokens ($2.00)')
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/files/six.webp')
  fireEvent.click(screen.getByRole('button', { name: 'Receipt V-000123' }))
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
  for (const part of ['V-000123', 'Six hours', 'Mara Vale', '40 tokens', '$2.00'])
    expect(receipt.textContent).toContain(part)
})

test('the picture of a post comes from its row on this device, also where its payment is not known', async () => {
  const post = owned('feed', 20)
  callApi.mockRejectedValue(new Error('offline'))
  const files = [
    { status: 'processing', thumbnailUrl: '/a' },
    { status: 'ready', thumbnailUrl: '/files/b.webp' },
  ]
  await engine.sync.db.posts.put({ _id: post.objectId, performerId: mara._id, seq: 1, files } as never)
  await show([post])
  const [row] = await rows()
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/files/b.webp')
  expect(screen.queryByRole('button', { name: /^Receipt/ })).toBeNull()
})

test('receipts beyond the latest hundred come by a press, until every purchase that is shown has its own', async () => {
  const [late, early] = [owned('video', 22), owned('feed', 20)]
  const others = Array.from({ length: 99 }, () => chargeOf(owned('feed', 1)))
  const pages = [
    { data: [chargeOf(late), ...others], total: 101 },
    { data: [chargeOf(early, { number: 7 })], total: 101 },
  ]
  callApi.mockImplementation(async ({ query }: { query?: { current?: number } }) => pages[(query?.current ?? 1) - 1])
  await show([late, early])
  const more = await screen.findByRole('button', { name: 'Show more receipts' })
  expect(screen.queryByRole('button', { name: 'Receipt V-000007' })).toBeNull()
  fireEvent.click(more)
  expect(await screen.findByRole('button', { name: 'Receipt V-000007' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more receipts' })).toBeNull()
})

test('a message leads to its place in the conversation, as far as this device knows it', async () => {
  const [known, unknown] = [owned('message', 22), owned('message', 21)]
  await engine.sync.db.messages.put({ _id: known.objectId, conversationId: v7(), seq: 7, files: [] } as never)
  await show([known, unknown])
  const links = (await rows()).map((row) => within(row).getByRole('link'))
  const thread = `/messages/${conversationIdOf(me, mara._id)}`
  expect(links.map((link) => [link.getAttribute('href'), link.dataset['search']])).toEqual([
    [thread, '{"at":7}'],
    [thread, '{}'],
  ])
})

test('a tab has the purchases of its kind alone', async () => {
  await show([owned('video', 20), owned('gallery', 21)], 'gallery')
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('A gallery')])
  fireEvent.click(screen.getByRole('tab', { name: 'Videos' }))
  expect(onShow).toHaveBeenLastCalledWith('video')
})

test('a photo, which has no page of its own, is only named, and a membership is no purchase', async () => {
  const membership: Grant = {
    ...{ _id: v7(), userId: me, performerId: mara._id, kind: 'membership' },
    ...{ grantedAt: '2026-11-20T09:00:00.000Z', accessUntil: '2027-11-20T09:00:00.000Z' },
  }
  await show([owned('photo', 20), membership])
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row?.textContent).toContain('A photo')
  expect(within(row as HTMLElement).queryByRole('link')).toBeNull()
})

test('the purchases of this device stand without a connection, too', async () => {
  callApi.mockRejectedValue(new Error('offline'))
  await synchronised({ isOnline: false })
  await show([owned('video', 20)])
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('A video')])
})

test('an empty list says so once this device has synchronised, and not before', async () => {
  await show([])
  expect(screen.queryByText('No purchases yet')).toBeNull()
  await synchronised()
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
})

test('a device that has not synchronised says without a connection that nothing is on it yet', async () => {
  await allSettled(browserOnlineChanged, { scope: currentScope(), params: false })
  await show([])
  expect(await screen.findByText('Nothing on this device yet')).toBeTruthy()
  expect(screen.queryByText('No purchases yet')).toBeNull()
})

test('purchases that do not come although the server is there say so, and are asked for again', async () => {
  await failing()
  await show([])
  expect(await screen.findByText('Your purchases could not be loaded')).toBeTruthy()
  expect(screen.queryByText('No purchases yet')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(pullNow).toHaveBeenCalledOnce()
})

test('prices that could not be read are missing beside purchases that are there, and come with another try', async () => {
  const video = owned('video', 20)
  callApi.mockRejectedValueOnce(new Refusal('unavailable', 'Try again later.'))
  await synchronised()
  await show([video])
  expect(await screen.findByText('Prices and receipts could not be loaded.')).toBeTruthy()
  expect((await rows()).length).toBe(1)
  callApi.mockResolvedValue({ data: [chargeOf(video, { title: 'Six hours' })], total: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Six hours')).toBeTruthy()
  expect(screen.queryByText('Prices and receipts could not be loaded.')).toBeNull()
})
