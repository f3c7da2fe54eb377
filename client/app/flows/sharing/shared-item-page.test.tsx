// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { DeviceFull } from '@vesper/sync/engine/core/device-full.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import type { ShareFailure } from '../../../core/storage/share-failures.ts'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { makeDraftOf } from './make-draft-of.ts'
import { SharedItemPage } from './shared-item-page.tsx'

let items: SharedItem[] = []
vi.mock('../../../core/storage/shared-items.ts', () => ({
  readSharedItem: async (_account: string | null, id: string | null = null) =>
    items.find((item) => id === null || item.id === id) ?? null,
  removeSharedItem: async (id: string) => void (items = items.filter((item) => item.id !== id)),
}))
vi.mock('./make-draft-of.ts', () => ({ makeDraftOf: vi.fn() }))
vi.mock('../../../core/i18n/i18n.ts', () => ({ loadCatalogues: async () => {} }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({
  useSync: () => ({}),
  WithSync: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../../ui/text/page-header.tsx', () => ({ PageHeader: () => null }))

const making = vi.mocked(makeDraftOf)
const onDraft = vi.fn()

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  making.mockReset().mockResolvedValue({ refused: [], isCut: false })
  onDraft.mockReset()
  const user = { _id: 'ada', isPerformer: true } as Profile
  beginScope({ state: 'signed-in', token: 'token', remember: true, user })
  items = ['a', 'b'].map((id) => ({
    ...{ id, account: 'ada', at: 0, text: `Text ${id}` },
    files: [{ fileId: 'f', file: new File(['x'], `beach-${id}.jpg`) }],
  }))
})
afterEach(cleanup)

test('names what was shared, and makes a draft of it after a press alone', async () => {
  show({ itemId: 'a' })
  const make = await screen.findByRole('button', { name: 'Make a draft' }, { timeout: 10_000 })
  expect([screen.getByText('Text a'), screen.getByText('beach-a.jpg')]).toHaveLength(2)
  expect(making).not.toHaveBeenCalled()
  fireEvent.click(make)
  await waitFor(() => expect(onDraft).toHaveBeenCalledExactlyOnceWith('a'))
})

test('one that is discarded becomes no draft, and the next one is asked about', async () => {
  show({ itemId: 'a' })
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }, { timeout: 10_000 }))
  expect(await screen.findByText('Text b')).toBeDefined()
  expect([making.mock.calls.length, items.map(({ id }) => id)]).toEqual([0, ['b']])
})

test('a full device says so, and tries again', async () => {
  making.mockRejectedValueOnce(new DeviceFull(null))
  show({ itemId: 'a' })
  fireEvent.click(await screen.findByRole('button', { name: 'Make a draft' }, { timeout: 10_000 }))
  expect((await screen.findByRole('alert')).textContent).toContain('This device is full')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(onDraft).toHaveBeenCalledExactlyOnceWith('a'))
})

test('where too many wait, one of them can be used or discarded', async () => {
  show({ itemId: null, failure: 'waiting' })
  expect(screen.getByText(/Five shared things wait here already/)).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Discard' }, { timeout: 10_000 })).toBeDefined()
})

function show(props: { itemId: string | null; failure?: ShareFailure }): void {
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <SharedItemPage failure={null} {...props} onDraft={onDraft} onConversation={() => {}} />
      </I18nProvider>
    </Provider>,
  )
}
