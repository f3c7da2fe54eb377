// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useCountNow } from '../../entities/content/use-count-now.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { FollowButton } from './follow-button.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))

const counts = { followers: 7, posts: 1, photos: 0, videos: 0, galleries: 0, products: 0 }
const creator: Creator = {
  ...{
    _id: v7(),
    name: 'Mara',
    username: 'mara',
    avatar: null,
    isPerformer: true,
    bio: '',
    cover: null,
    country: null,
  },
  ...{ verified: true, createdAt: '2026-01-01T00:00:00.000Z', counts },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  engine.sync = await syncWithoutLine()
})
afterEach(cleanup)

async function press(name: string): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await vi.waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

function Followers({ counted }: { counted: number }) {
  return <output>{useCountNow(`followers ${creator._id}`, counted)}</output>
}

test('the number of followers moves with a press, back again, and is not counted twice by the server', async () => {
  const scope = fork()
  const page = (followers: number) => (
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <FollowButton performerId={creator._id} creator={{ ...creator, counts: { ...counts, followers } }} />
        <Followers counted={followers} />
      </I18nProvider>
    </Provider>
  )
  const { rerender, container } = render(page(7))
  const shown = () => container.querySelector('output')?.textContent
  expect(shown()).toBe('7')
  await press('Follow Mara')
  await vi.waitFor(() => expect(shown()).toBe('8'))
  await press('Following Mara')
  await vi.waitFor(() => expect(shown()).toBe('7'))
  await press('Follow Mara')
  await vi.waitFor(() => expect(shown()).toBe('8'))
  await engine.sync.db.outbox.clear()
  rerender(page(8))
  await vi.waitFor(() => expect(shown()).toBe('8'))
})
