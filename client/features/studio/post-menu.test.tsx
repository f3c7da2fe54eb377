// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Post } from '@vesper/sync/records/post.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formsOf } from '../../kept-forms.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { PostMenu } from './post-menu.tsx'

const mutate = vi.fn(async () => ({ id: 'm' }))
vi.mock('../../with-sync.tsx', () => ({ useSync: () => ({ inside: { replica: { account: 'me' } }, mutate }) }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))
vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))
vi.mock('../../ui/menu.tsx', () => ({
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
afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('[STUDIO-33] what was typed of a post goes with the post where its author removes it', async () => {
  const onEnded = removed()
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(mutate).toHaveBeenCalledWith('post.remove', { _id: 'p' })
  expect(formsOf('me').all()).toEqual([])
})

test('[STUDIO-33] what was typed of a post that cannot be removed stays', async () => {
  mutate.mockRejectedValueOnce(new Error('full'))
  const onEnded = removed()
  await vi.waitFor(() => expect(mutate).toHaveBeenCalled())
  expect(onEnded).not.toHaveBeenCalled()
  expect(formsOf('me').all()).toHaveLength(1)
})

test.each([
  ['something is typed', { text: 'Typed.' }, true],
  ['nothing is typed', {}, false],
])('[STUDIO-33] whoever removes a post of which %s is asked with that in mind', (_what, typed, isTold) => {
  asked(typed)
  const question = within(screen.getByRole('dialog'))
  expect(question.queryByText(/What you changed here and have not saved goes with it/) !== null).toBe(isTold)
})

/** A post of which something is typed, and whose author has said to remove it. */
function removed() {
  const onEnded = asked({ text: 'Typed.' })
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Remove'))
  return onEnded
}

/** A post of which this is typed, and whose author is asked whether to remove it. */
function asked(typed: Record<string, unknown>) {
  mutate.mockClear()
  formsOf('me').write('post:p', typed)
  const onEnded = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <PostMenu post={{ _id: 'p', status: 'published' } as Post} onEnded={onEnded} />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByText('Remove…'))
  return onEnded
}
