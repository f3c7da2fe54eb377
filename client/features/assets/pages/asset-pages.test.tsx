// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { serverMissed, serverReached } from '../../../core/connection/model.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import { assetView, photoFile } from '../../../testing/assets.ts'
import { GalleryPage } from './gallery-page.tsx'
import { ProductPage } from './product-page.tsx'
import { VideoPage } from './video-page.tsx'

vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
const socket = vi.hoisted(() => new Map<string, Set<(told: unknown) => void>>())
vi.mock('../../../core/live/socket.ts', async (original) => ({
  ...(await original<object>()),
  onSocket(name: string, handler: (told: unknown) => void) {
    const handlers = socket.get(name) ?? new Set()
    socket.set(name, handlers.add(handler))
    return () => void handlers.delete(handler)
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, className }: { children: ReactNode; className?: string }) => (
    <a href="/" className={className}>
      {children}
    </a>
  ),
  useLocation: () => ({ pathname: '/videos/asset' }),
  useRouter: () => ({}),
  useCanGoBack: () => false,
}))

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // Pages load it when they show a video.
  await import('../../../core/media/player/player.tsx')
})
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

/** Answers by path; a path that is not named is not found. */
function answer(answers: Record<string, unknown>): void {
  vi.mocked(callApi).mockImplementation(async ({ path }) => {
    const found = answers[path]
    if (found instanceof Error) throw found
    if (found === undefined) throw new Refusal('not-found', 'Not found')
    return found
  })
}

function asked(): string[] {
  return vi.mocked(callApi).mock.calls.map(([{ path }]) => path)
}

function show(page: ReactNode): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const gallery = (given = {}) => assetView({ kind: 'gallery', photoCount: 2, ...given })

test('an open gallery shows its photos in order', async () => {
  const asset = gallery()
  const photos = ['first', 'second'].map((title) =>
    assetView({ kind: 'photo', title, galleryId: asset._id, file: photoFile() }),
  )
  answer({
    [`/performer-assets/galleries/${asset._id}`]: asset,
    '/performer-assets/photos': { data: photos, total: 2 },
  })
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  await screen.findByRole('heading', { level: 1, name: 'Night walks' })
  const buttons = await screen.findAllByRole('button', { name: /Open photo/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Open photo first', 'Open photo second'])
  const [{ query } = {}] = vi.mocked(callApi).mock.calls.find(([{ path }]) => path.endsWith('/photos')) ?? []
  expect(query).toEqual({ galleryId: asset._id, pageSize: 50, sortBy: 'position', sort: 'asc', current: 1 })
})

test('a locked gallery loads no photo, and says how to open it', async () => {
  const asset = gallery({ isLocked: true, access: 'paid', price: 30 })
  answer({ [`/performer-assets/galleries/${asset._id}`]: asset })
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  await screen.findByText('This gallery costs 30 tokens')
  // The second call tells which place of the app led here.
  expect(asked()).toEqual([`/performer-assets/galleries/${asset._id}`, '/performer-assets/views'])
  expect(callApi).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: { _id: asset._id, kind: 'gallery', source: 'home' } }),
  )
  expect(screen.queryByRole('link', { name: 'Like' })).toBeNull()
})

test('a gallery that is gone, blocked or unknown is told in the same words', async () => {
  answer({})
  show(<GalleryPage galleryId="none" isVisitor />)
  await screen.findByRole('heading', { level: 1, name: 'There is no such gallery' })
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toBeTruthy()
})

test('an open page is looked at again when its creator blocks the account', async () => {
  const asset = gallery({ photoCount: 0 })
  const path = `/performer-assets/galleries/${asset._id}`
  answer({ [path]: asset, '/performer-assets/photos': { data: [], total: 0 } })
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  await screen.findByRole('heading', { name: 'Night walks' })
  answer({})
  const tell = (id: string) =>
    act(() => socket.get('page:changed')?.forEach((handler) => handler({ type: 'performer', id })))
  tell(asset._id.replace(/.$/, 'x'))
  expect(asked().filter((one) => one === path)).toHaveLength(1)
  tell(asset.performer._id)
  await screen.findByRole('heading', { level: 1, name: 'There is no such gallery' })
})

test('a gallery that was seen stands offline with the time of its copy; one that was not says so', async () => {
  const asset = gallery({ photoCount: 0 })
  answer({
    [`/performer-assets/galleries/${asset._id}`]: asset,
    '/performer-assets/photos': { data: [], total: 0 },
  })
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  await screen.findByRole('heading', { name: 'This gallery is empty' })
  cleanup()
  answer({
    [`/performer-assets/galleries/${asset._id}`]: new ConnectionError('away'),
    '/performer-assets/photos': new ConnectionError('away'),
    '/performer-assets/galleries/other': new ConnectionError('away'),
  })
  emit(serverMissed, undefined)
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  await screen.findByRole('heading', { name: 'Night walks' })
  expect(screen.getAllByText(/^As of/)).not.toHaveLength(0)
  cleanup()
  show(<GalleryPage galleryId="other" isVisitor />)
  await screen.findByRole('heading', { name: 'Nothing on this device yet' })
  answer({ '/performer-assets/galleries/other': asset, '/performer-assets/photos': { data: [], total: 0 } })
  emit(serverReached, undefined)
  await screen.findByRole('heading', { name: 'Night walks' })
})

test('a page that fails is asked for once more when somebody asks', async () => {
  const asset = gallery({ photoCount: 0 })
  answer({ [`/performer-assets/galleries/${asset._id}`]: new Refusal('unavailable', 'Come back later.') })
  show(<GalleryPage galleryId={asset._id} isVisitor />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer({ [`/performer-assets/galleries/${asset._id}`]: asset })
  fireEvent.click(again)
  await screen.findByRole('heading', { name: 'Night walks' })
})

test('a locked video plays its teaser alone, and is not offered to be kept', async () => {
  const teaser = photoFile({ type: 'video', url: '/media/teaser/original' })
  const asset = assetView({ kind: 'video', title: 'The sea', isLocked: true, access: 'followers', teaser })
  answer({
    [`/performer-assets/videos/${asset._id}`]: asset,
    '/performer-assets/videos/search': { data: [], total: 0 },
  })
  show(<VideoPage videoId={asset._id} account={null} isVisitor />)
  const video = await screen.findByLabelText('Teaser of The sea')
  expect(video.getAttribute('src')).toBe('/media/teaser/original')
  screen.getByText('Follow to see this video')
  screen.getByRole('link', { name: 'Sign up to follow' })
  expect(screen.queryByRole('button', { name: /Keep offline/ })).toBeNull()
})

test('a product shows its price, how many are left, and the way into the cart', async () => {
  const asset = assetView({
    kind: 'product',
    title: 'A print',
    price: 120,
    type: 'physical',
    availability: 'few',
    left: 3,
  })
  answer({ [`/performer-assets/products/${asset._id}`]: asset })
  show(<ProductPage productId={asset._id} isVisitor actions={null} buy={({ name }) => `Add to cart: ${name}`} />)
  await screen.findByText('Add to cart: A print')
  expect([screen.getByText('120 tokens'), screen.getByText('Only 3 left')]).toHaveLength(2)
})

test('a visitor of a digital product is told how many files it has, and about how large they are', async () => {
  const asset = assetView({ kind: 'product', type: 'digital', price: 60, download: { files: 3, size: 1_200_000 } })
  answer({ [`/performer-assets/products/${asset._id}`]: asset })
  show(<ProductPage productId={asset._id} isVisitor actions={null} buy={() => null} />)
  await screen.findByText('3 files, about 1.2 MB')
  expect(screen.getByText(/You download them after you have bought them/)).toBeTruthy()
})
