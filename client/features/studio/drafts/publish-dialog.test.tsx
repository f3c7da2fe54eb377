// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PublishDialog } from './publish-dialog.tsx'
import { StudioRow } from './studio-row.tsx'

vi.mock('../files/use-files.ts', () => ({ useFiles: () => [] }))

const now = '2026-11-21T09:00:00.000Z'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.useFakeTimers({ now: new Date(now) }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['no time', null, /^It is published at once$/],
  ['a time to come', '2026-11-22T09:00:00.000Z', /^It is published on .*November/],
  [
    'a time that has passed',
    '2026-11-20T09:00:00.000Z',
    /^It is published at once: its time, .*November.*, has passed$/,
  ],
])('of a draft with %s it is said when it goes out', (_which, scheduledAt, said) => {
  const draft = draftFor(scheduledAt)
  shown(<PublishDialog draft={draft} isOffline={false} onClose={() => {}} onYes={() => {}} />)
  expect(screen.getByText(said)).toBeTruthy()
})

test('a time that passes while somebody hesitates is said to have passed', async () => {
  const draft = draftFor('2026-11-21T09:00:15.000Z')
  shown(<PublishDialog draft={draft} isOffline={false} onClose={() => {}} onYes={() => {}} />)
  expect(screen.getByText(/^It is published on/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText(/has passed$/)).toBeTruthy()
})

test.each([
  ['says a time to come', '2026-11-22T09:00:00.000Z', 1],
  ['says no time that has passed', '2026-11-20T09:00:00.000Z', 0],
])('what waits to be published %s', (_what, scheduledAt, times) => {
  const draft = draftFor(scheduledAt)
  const item = { _id: draft._id, content: draft, draft, standing: 'publishing', reason: null, updatedAt: now } as const
  shown(<StudioRow item={item} />)
  expect(screen.queryAllByText(/^Goes out on/)).toHaveLength(times)
})

function draftFor(scheduledAt: string | null): PostDraft {
  const whose = { _id: v7(), ownerId: 'me', files: [], isPublishing: false, createdAt: now, updatedAt: now }
  return { ...emptyDraft, ...whose, text: 'Hello.', scheduledAt }
}

function shown(what: ReactNode): void {
  render(<I18nProvider i18n={i18n}>{what}</I18nProvider>)
}
