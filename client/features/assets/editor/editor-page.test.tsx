// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { serverMissed } from '../../../core/connection/model.ts'
import { attachFile } from '../../../core/media/prepare/attach-file.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { ownAsset } from '../../../testing/assets.ts'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import type { PagedKind } from '../asset-path.ts'
import { AssetEditorPage } from './editor-page.tsx'

const engine = vi.hoisted(() => ({ sync: null as Sync | null }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}), useCanGoBack: () => false }))
// Browsers alone can draw a photo anew.
vi.mock('../../../core/media/prepare/attach-file.ts', () => ({ attachFile: vi.fn() }))

const creator = {
  ...{ _id: v7(), name: 'Mara', isPerformer: true, verification: 'approved', emailVerified: true },
} as Profile

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // Writes of the engine are slow beside other tests.
  configure({ asyncUtilTimeout: 10_000 })
})
beforeEach(async () => {
  beginScope({ state: 'signed-out' })
  engine.sync = (await syncWithoutLine()) as unknown as Sync
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('away'))
  vi.mocked(attachFile).mockImplementation(async (sync, file, { purpose }) => {
    const fileId = v7()
    await sync.attach({ fileId, name: file.name, mimeType: file.type, bytes: file, purpose })
    return fileId
  })
  emit(serverMissed, undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const galleryId = v7()
vi.setConfig({ testTimeout: 30_000 })

async function open(kind: PagedKind = 'gallery', assetId = galleryId) {
  const onLeave = draw({ kind, assetId, isNew: true })
  await screen.findByRole('textbox', { name: 'Title' })
  return onLeave
}

function draw({ kind, assetId, isNew }: { kind: PagedKind; assetId: string; isNew: boolean }) {
  const onLeave = vi.fn()
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <AssetEditorPage user={creator} contents="here" isOffline={false} {...{ kind, assetId, isNew, onLeave }} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
  return onLeave
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

function stored(id = galleryId): Promise<OwnAsset | undefined> {
  return Promise.resolve(engine.sync?.db['own-assets'].get(id)) as Promise<OwnAsset | undefined>
}

function choose(files: File[]): void {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('No file can be chosen.')
  fireEvent.change(input, { target: { files } })
}

const photo = (name: string) => new File([name], name, { type: 'image/png' })

test('30 photos that are added without a connection keep their order over a reload', async () => {
  await open()
  type('Title', 'Night walks')
  const names = Array.from({ length: 30 }, (_, index) => `photo-${index}.png`)
  choose(names.map(photo))
  await waitFor(async () => expect((await stored())?.addedPhotos).toHaveLength(30), { timeout: 50_000 })
  cleanup()
  await open()
  const list = await screen.findByRole('list', { name: 'Photos' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(30)
  const uploads = await engine.sync?.db.uploads.bulkGet((await stored())?.addedPhotos.map(({ fileId }) => fileId) ?? [])
  expect(uploads?.map((upload) => upload?.name)).toEqual(names)
  expect(uploads?.every((upload) => upload?.purpose === 'gallery-photo')).toBe(true)
  expect((await stored())?.title).toBe('Night walks')
}, 80_000)

test('a photo that was never sent is taken back with its bytes', async () => {
  await open()
  type('Title', 'Night walks')
  choose([photo('a.png'), photo('b.png')])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove photo 2' }))
  await waitFor(async () => expect((await stored())?.addedPhotos).toHaveLength(1))
  await waitFor(async () => expect(await engine.sync?.db.uploads.count()).toBe(1))
})

test('a new gallery’s fields survive a reload before it has a title', async () => {
  await open()
  type('Description', 'Two hours by the sea')
  cleanup()
  await open()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Two hours by the sea')
  expect(await stored()).toBeUndefined()
  type('Title', 'Sea')
  await waitFor(async () => expect(await stored()).toMatchObject({ title: 'Sea', description: 'Two hours by the sea' }))
})

test('a gallery is published, and archived again', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByText('Give it a title.')
  expect(await stored()).toBeUndefined()
  type('Title', 'Night walks')
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(async () => expect((await stored())?.status).toBe('active'))
  fireEvent.click(await screen.findByRole('button', { name: 'Archive' }))
  await waitFor(async () => expect((await stored())?.status).toBe('archived'))
})

test('a video without its file is not published, and says why', async () => {
  const videoId = v7()
  await open('video', videoId)
  type('Title', 'The sea')
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByText('Add the video first. Nobody can watch it without.')
  await waitFor(async () => expect((await stored(videoId))?.status).toBe('draft'))
})

test('a file that takes long to be read is held by the video that was saved meanwhile', async () => {
  const videoId = v7()
  const [fileId, read] = [v7(), Promise.withResolvers<string>()]
  vi.mocked(attachFile).mockReturnValue(read.promise)
  await open('video', videoId)
  type('Title', 'The sea')
  choose([new File(['film'], 'sea.mp4', { type: 'video/mp4' })])
  await waitFor(async () => expect((await stored(videoId))?.title).toBe('The sea'))
  await waitFor(() => expect(localStorage.length).toBe(0))
  await engine.sync?.attach({ fileId, name: 'sea.mp4', mimeType: 'video/mp4', bytes: new Blob(['film']) })
  read.resolve(fileId)
  await waitFor(async () => expect((await stored(videoId))?.mainId).toBe(fileId))
})

test('photos of a gallery without a title give it one, and keep its text', async () => {
  await open()
  type('Description', 'By the sea')
  choose([photo('a.png')])
  await waitFor(async () => expect((await stored())?.addedPhotos).toHaveLength(1))
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ title: 'Untitled gallery', description: 'By the sea' }),
  )
})

test('a gallery that is deleted is gone on the device at once', async () => {
  const onLeave = await open()
  type('Title', 'Night walks')
  await waitFor(async () => expect(await stored()).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete', hidden: true }).at(-1) as HTMLElement)
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect((await stored())?.status).toBe('removed')
})

test('a video that the server has and this device lacks is not edited from empty fields', async () => {
  const sync = engine.sync as Sync
  const asset = ownAsset({ kind: 'video', title: 'Night walk', access: 'paid', price: 40, tags: ['night'] })
  const answer = Promise.withResolvers<OwnAsset>()
  vi.mocked(callApi).mockReturnValue(answer.promise)
  draw({ kind: 'video', assetId: asset._id, isNew: false })
  await waitFor(() => expect(callApi).toHaveBeenCalled())
  expect(screen.queryByRole('textbox')).toBeNull()
  answer.resolve(asset)
  await sync.db['own-assets'].put(asset)
  await screen.findByDisplayValue('Night walk')
  expect(await sync.db.outbox.count()).toBe(0)
})

test('without a connection an asset that is not here says so, and is not edited', async () => {
  draw({ kind: 'product', assetId: v7(), isNew: false })
  await screen.findByRole('heading', { name: 'Not on this device' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.for([
  [{ url: '/media/cover', width: 4, height: 4, placeholder: null }, '/media/cover', undefined],
  [{ url: null, width: 4, height: 4, placeholder: null, isProcessing: true as const }, undefined, 'Preparing'],
] as const)('the picture of a product that was uploaded before is shown as it is: %o', async ([cover, src, state]) => {
  const product = ownAsset({ kind: 'product', type: 'physical', title: 'A cup', price: 60, pictureId: v7(), cover })
  await engine.sync?.db['own-assets'].put(product)
  draw({ kind: 'product', assetId: product._id, isNew: false })
  const slot = await screen.findByRole('region', { name: 'Picture' })
  expect(slot.querySelector('img')?.getAttribute('src') ?? undefined).toBe(src)
  expect(within(slot).getByRole('status').textContent).toBe(state ?? '')
  expect(screen.queryByText('Still on another device')).toBeNull()
})

test('a file that has just been sent is being prepared until the server tells of it', async () => {
  const video = ownAsset({ kind: 'video', title: 'A film', mainId: v7() })
  await engine.sync?.db['own-assets'].put(video)
  draw({ kind: 'video', assetId: video._id, isNew: false })
  const slot = await screen.findByRole('region', { name: 'Video' })
  expect(within(slot).getByRole('status').textContent).toBe('Preparing')
})
