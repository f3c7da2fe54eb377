// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import { OrphanedEdits } from './orphaned-edits.tsx'

const engine = vi.hoisted(() => ({
  inside: { replica: { account: 'me' } },
  db: {
    posts: { bulkGet: async (ids: string[]) => ids.map((_id) => ({ _id, status: 'removed' })) },
    outbox: { where: () => ({ startsWith: () => ({ sortBy: async () => [] }) }) },
  },
}))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children }: { to: string; params: { postId: string }; children: ReactNode }) => (
    <a href={to.replace('$postId', params.postId)}>{children}</a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('words of a post that is gone can be reached from the studio', async () => {
  formsOf('me').write('post:p', { text: 'Typed.' })
  formsOf('me').write('post:q', { price: 5 })
  render(
    <I18nProvider i18n={i18n}>
      <OrphanedEdits />
    </I18nProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Typed.' })
  expect(link.getAttribute('href')).toBe('/creator/studio/posts/p')
  expect(screen.getAllByText(/Unsaved text of a removed post/)).toHaveLength(1)
})
