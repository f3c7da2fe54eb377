// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverMissed } from '../../../core/connection/model.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { ownAsset, photoFile } from '../../../testing/assets.ts'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { AssetEditorPage } from './editor-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}), useCanGoBack: () => false }))
vi.setConfig({ testTimeout: 30_000 })

const creator = { _id: v7(), name: 'Mara', isPerformer: true, verification: 'approved', emailVerified: true } as Profile
const LIMIT = 'A product has at most 10 files. The others were not added.'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  configure({ asyncUtilTimeout: 10_000 })
})
beforeEach(async () => {
  beginScope({ state: 'signed-out' })
  engine.sync = await syncWithoutLine()
  emit(serverMissed, undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The editor of a digital product, as the device has it. */
async function open(given: Partial<OwnAsset> = {}): Promise<string> {
  const product = ownAsset({ kind: 'product', type: 'digital', title: 'A book', price: 60, ...given })
  await engine.sync.db['own-assets'].put(product)
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <AssetEditorPage
          {...{ user: creator, kind: 'product', assetId: product._id, isNew: false, isOffline: true }}
          contents="here"
          onLeave={() => {}}
        />
      </I18nProvider>
    </Provider>,
  )
  await screen.findByRole('button', { name: 'Add files' })
  return product._id
}

async function fileIds(productId: string): Promise<string[]> {
  return ((await engine.sync.db['own-assets'].get(productId)) as OwnAsset).fileIds ?? []
}

function choose(...names: string[]): void {
  const input = screen.getByRole('region', { name: 'Files' }).querySelector('input[type=file]')
  if (!input) throw new Error('No file can be chosen.')
  fireEvent.change(input, { target: { files: names.map((name) => new File([`text of ${name}`], name)) } })
}

function shown(): string[] {
  const rows = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
  return rows.map(({ textContent }) => textContent)
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `part-${index + 1}.txt`)

function stored(names: readonly string[]): Pick<OwnAsset, 'fileId' | 'fileIds' | 'files'> {
  const files = names.map((name) => ({ ...photoFile({ type: 'other', thumbnailUrl: null, size: 2_000 }), name }))
  const ids = files.map(({ _id }) => _id)
  return { fileId: ids[0] ?? null, fileIds: ids, files }
}

test('several files are added at once without a connection, with their names and sizes, in order', async () => {
  const product = await open(stored(['book.pdf']))
  choose('maps.txt', 'notes.txt')
  await waitFor(async () => expect(await fileIds(product)).toHaveLength(3))
  await waitFor(() =>
    expect(shown()).toEqual(['book.pdf2 kB', 'maps.txt16 byteWaiting to upload', 'notes.txt17 byteWaiting to upload']),
  )
  const uploads = await engine.sync.db.uploads.bulkGet((await fileIds(product)).slice(1))
  expect(uploads.map((upload) => [upload?.name, upload?.purpose])).toEqual([
    ['maps.txt', 'product-file'],
    ['notes.txt', 'product-file'],
  ])
})

test('a removed file leaves the others in their order', async () => {
  const files = stored(['one.txt', 'two.txt', 'three.txt'])
  const product = await open(files)
  fireEvent.click(screen.getByRole('button', { name: 'Remove: two.txt' }))
  const [one, , three] = files.fileIds ?? []
  await waitFor(async () => expect(await fileIds(product)).toEqual([one, three]))
  const [save] = await engine.sync.db.outbox.toArray()
  expect(save?.args).toMatchObject({ base: { fileIds: files.fileIds } })
})

test('a file that was never sent is taken back with its bytes, and the one after it stays', async () => {
  const product = await open()
  choose('one.txt', 'two.txt')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: one.txt' }))
  await waitFor(async () => expect(await fileIds(product)).toHaveLength(1))
  await waitFor(() => expect(shown()).toEqual(['two.txt15 byteWaiting to upload']))
  await waitFor(async () => expect(await engine.sync.db.uploads.count()).toBe(1))
})

test('an eleventh file is not added, and the limit is said', async () => {
  const product = await open(stored(numbered(8)))
  choose('nine.txt', 'ten.txt', 'eleven.txt')
  await screen.findByText(LIMIT)
  await waitFor(async () => expect(await fileIds(product)).toHaveLength(10))
  await waitFor(() => expect(shown().at(-1)).toMatch(/^ten\.txt/))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add files' }).ariaBusy).toBeFalsy())
  expect(await engine.sync.db.uploads.count()).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Remove: part-1.txt' }))
  await waitFor(() => expect(screen.queryByText(LIMIT)).toBeNull())
})

test('the one file of a row that an earlier app stored is listed, and stays beside another', async () => {
  const { fileIds: [first] = [], ...files } = stored(['book.pdf'])
  const product = await open({ ...files, fileIds: undefined })
  expect(shown()).toEqual(['book.pdf2 kB'])
  choose('maps.txt')
  await waitFor(async () => expect(await fileIds(product)).toEqual([first, expect.any(String)]))
})
