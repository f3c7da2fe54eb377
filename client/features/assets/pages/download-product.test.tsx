// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../../core/api/api.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { assetView } from '../../../testing/assets.ts'
import { DownloadProduct } from './download-product.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))

const fan = v7()
const product = assetView({ kind: 'product', type: 'digital', price: 60 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db } as unknown as Sync
  signIn(fan)
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
  vi.restoreAllMocks()
})

function signIn(_id: string): void {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}

function own(objectId: string): Promise<unknown> {
  const of = { _id: v7(), userId: fan, performerId: product.performer._id, grantedAt: '2026-11-26T09:00:00.000Z' }
  return engine.sync.db.grants.put({ ...of, kind: 'entitlement', objectType: 'product', objectId })
}

function show(...shown: AssetView[]): void {
  const products = shown.length > 0 ? shown : [product]
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        {products.map((each) => (
          <DownloadProduct key={each._id} product={each} />
        ))}
      </I18nProvider>
    </Provider>,
  )
}

test('an owner follows a link that the server has just made', async () => {
  await own(product._id)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.mocked(callApi).mockResolvedValue({ files: [{ url: '/api/downloads?s=x' }], archive: null, left: 19 })
  show()
  fireEvent.click(await screen.findByRole('button', { name: /^Download/ }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/api/downloads?s=x'))
  expect(vi.mocked(callApi).mock.lastCall?.[0].path).toBe(`/performer-assets/products/${product._id}/download-link`)
})

test('the seller has the button, and a thing that is sent has none', async () => {
  signIn(product.performer._id)
  show()
  expect(await screen.findByRole('button', { name: /^Download/ })).toBeTruthy()
  cleanup()
  show({ ...product, type: 'physical' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('an account that owns something else has no button', async () => {
  const owned = assetView({ kind: 'product', type: 'digital', price: 60, title: 'Owned' })
  await own(owned._id)
  // The second product is looked up last: its button shows that the look-up of the first has ended.
  show(product, owned)
  await screen.findByRole('button', { name: 'Download: Owned' })
  expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
})

test('each of several files has a download of its own, and the links are asked for again once they have ended', async () => {
  await own(product._id)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const linksUntil = (expiresAt: string, mark: string) => ({
    files: ['maps.pdf', 'notes.pdf'].map((name) => ({
      ...{ _id: name, name, size: 2_000, url: `/api/downloads?f=${name}&s=${mark}`, expiresAt },
    })),
    archive: { name: 'all.zip', size: 4_100, url: '/api/downloads?s=all', expiresAt },
    left: 18,
  })
  const in10Minutes = new Date(Date.now() + 600_000).toISOString()
  vi.mocked(callApi).mockReset().mockResolvedValueOnce(linksUntil(in10Minutes, 'one'))
  show({ ...product, download: { files: 2, size: 4_000 } })
  fireEvent.click(await screen.findByRole('button', { name: /^Show each file/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Download: notes.pdf' }))
  await waitFor(() => expect(assign).toHaveBeenLastCalledWith('/api/downloads?f=notes.pdf&s=one'))
  expect(callApi).toHaveBeenCalledOnce()
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(in10Minutes))
  vi.mocked(callApi).mockResolvedValueOnce(linksUntil(new Date(Date.now() + 600_000).toISOString(), 'two'))
  fireEvent.click(screen.getByRole('button', { name: 'Download: maps.pdf' }))
  await waitFor(() => expect(assign).toHaveBeenLastCalledWith('/api/downloads?f=maps.pdf&s=two'))
})

test('a single file has no list', async () => {
  await own(product._id)
  show({ ...product, download: { files: 1, size: 4_000 } })
  await screen.findByRole('button', { name: /^Download/ })
  expect(screen.queryByRole('button', { name: /^Show each file/ })).toBeNull()
})
