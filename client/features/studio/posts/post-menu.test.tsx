// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import type { MenuItem } from '../../../ui/overlay/menu-content.tsx'
import { PostMenu } from './post-menu.tsx'

const engine = vi.hoisted(() => ({
  inside: { replica: { account: 'me' } },
  outbox: [] as OutboxRecord[],
  db: { outbox: { where: () => ({ equals: () => ({ sortBy: async () => engine.outbox }) }) } },
  mutate: vi.fn(async () => ({ id: 'm' })),
  discard: vi.fn(async (_id: string) => {}),
}))
const { mutate } = engine
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))
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

const refused = {
  ...{ id: 'r', name: 'post.update', state: 'rejected', args: { _id: 'p', changes: { text: 'Refused.' } } },
} as unknown as OutboxRecord

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  engine.outbox = []
})

test('an unsaved edit goes with the post that its author removes', async () => {
  engine.outbox = [refused]
  const onEnded = await removed()
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(mutate).toHaveBeenCalledWith('post.remove', { _id: 'p' })
  expect(engine.discard).toHaveBeenCalledExactlyOnceWith('r')
  expect(formsOf('me').all()).toEqual([])
})

test('the unsaved edit of a post that cannot be removed stays', async () => {
  mutate.mockRejectedValueOnce(new Error('full'))
  engine.outbox = [refused]
  const onEnded = await removed()
  await vi.waitFor(() => expect(mutate).toHaveBeenCalled())
  expect(onEnded).not.toHaveBeenCalled()
  expect(engine.discard).not.toHaveBeenCalled()
  expect(formsOf('me').all()).toHaveLength(1)
})

test.each([
  { what: 'something is typed', typed: { text: 'Typed.' }, isTold: true },
  { what: 'a change was refused', outbox: [refused], isTold: true },
  { what: 'nothing is typed', isTold: false },
  { what: 'a change waits', outbox: [{ ...refused, state: 'waiting' as const }], isTold: false },
])('whoever removes a post of which $what is asked with that in mind', async ({ typed, outbox, isTold }) => {
  engine.outbox = outbox ?? []
  await asked(typed ?? {})
  const question = within(screen.getByRole('dialog'))
  expect(question.queryByText(/Your unsaved changes are lost too/) !== null).toBe(isTold)
})

/** A post of which something is typed, and whose author has said to remove it. */
async function removed() {
  const onEnded = await asked({ text: 'Typed.' })
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Remove'))
  return onEnded
}

/** A post of which this is typed, and whose author is asked whether to remove it. */
async function asked(typed: Record<string, unknown>) {
  mutate.mockClear()
  engine.discard.mockClear()
  formsOf('me').write('post:p', typed)
  const onEnded = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <PostMenu post={{ _id: 'p', status: 'published' } as Post} onEnded={onEnded} />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByText('Remove…'))
  await screen.findByRole('dialog')
  return onEnded
}
