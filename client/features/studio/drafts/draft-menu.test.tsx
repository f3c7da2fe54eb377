// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { v7 } from 'uuid'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import type { MenuItem } from '../../../ui/overlay/menu-content.tsx'
import { DraftEditor } from './draft-editor.ts'
import { DraftMenu } from './draft-menu.tsx'

const app = vi.hoisted(() => ({ sync: null as Sync | null, user: null as Partial<Profile> | null }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => app.sync }))
vi.mock('effector-react', () => ({ useUnit: () => [app.user, true] }))
vi.mock('../../../ui/overlay/menu.tsx', () => ({
  Menu: ({ items }: { items: MenuItem[] }) =>
    items.map(
      (item) =>
        item !== 'separator' && (
          <button key={item.label} onClick={item.onSelect}>
            {item.label}
          </button>
        ),
    ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

/** The menu of a draft on a device without a line, of a creator whom fans reach unless told. */
async function menuOf(
  content: { text: string; scheduledAt?: string },
  user: Partial<Profile> = { verification: 'approved', emailVerified: true },
) {
  const sync = await syncWithoutLine()
  Object.assign(app, { sync, user })
  const editor = new DraftEditor(sync, v7())
  await editor.flush()
  editor.edit({ text: 'Something' })
  await editor.flush()
  editor.edit(content)
  await editor.flush()
  const [draft] = await sync.db['post-drafts'].toArray()
  if (!draft) throw new Error('there is no draft')
  render(
    <I18nProvider i18n={i18n}>
      <DraftMenu draft={draft} />
    </I18nProvider>,
  )
  const queued = async () => (await sync.db.outbox.orderBy('order').toArray()).map(({ name }) => name)
  return { sync, queued }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a draft is published from its list, after the question', async () => {
  const { sync, queued } = await menuOf({ text: 'Hello.' })
  press('Publish…')
  await screen.findByRole('dialog')
  expect(await queued()).not.toContain('draft.publish')
  press('Publish')
  await waitFor(async () => expect(await queued()).toContain('draft.publish'))
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ text: 'Hello.', isPublishing: true }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the time that is chosen in the question goes with the draft', async () => {
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const { sync } = await menuOf({ text: 'Hello.', scheduledAt })
  press('Publish…')
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByLabelText('Now'))
  press('Publish')
  await waitFor(async () => expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ isPublishing: true }]))
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ scheduledAt: null }])
})

test('a draft is discarded from its list, after the question', async () => {
  const { sync } = await menuOf({ text: 'Hello.' })
  press('Discard…')
  expect(await sync.db['post-drafts'].count()).toBe(1)
  press('Discard')
  await waitFor(async () => expect(await sync.db['post-drafts'].count()).toBe(0))
})

test.each([
  ['without content', { text: '' }, undefined],
  ['of a creator whom fans do not reach yet', { text: 'Hello.' }, { verification: 'submitted', emailVerified: true }],
] as const)('a draft %s can be discarded alone', async (_of, content, user) => {
  await menuOf(content, user)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Discard…'])
})
