// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PublishDialog } from './publish-dialog.tsx'
import type { PublishTimes } from './publish-dialog.tsx'
import { StudioRow } from './studio-row.tsx'

vi.mock('../../../entities/library/use-files.ts', () => ({ useFiles: () => [] }))

const now = '2026-11-21T09:00:00.000Z'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.useFakeTimers({ now: new Date(now) }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a draft without a time is published now, unless its author chooses a time', () => {
  const { onYes } = asked(null)
  expect(screen.getByRole('heading', { name: 'Publish this post?' })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Schedule'))
  expect(screen.getByRole('heading', { name: 'Schedule this post?' })).toBeTruthy()
  const field = screen.getByLabelText('Date and time')
  expect(field.hasAttribute('aria-invalid')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  expect([onYes.mock.calls.length, document.activeElement, errorOf(field)]).toEqual([
    0,
    field,
    'Choose a date and a time.',
  ])
  fireEvent.change(field, { target: { value: '2026-11-23T09:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  expect(onYes.mock.calls).toEqual([[at(new Date('2026-11-23T09:00').toISOString())]])
})

test('a draft with a time is scheduled, unless its author chooses now; the time comes back with the choice', () => {
  const { onYes } = asked('2026-11-22T09:00:00.000Z')
  expect(screen.getByRole('button', { name: 'Schedule' })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Now'))
  expect(screen.queryByLabelText('Date and time')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  fireEvent.click(screen.getByLabelText('Schedule'))
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  // Told with the answer alone: who only looked at "Now" has changed nothing.
  expect(onYes.mock.calls).toEqual([[at(null)], [at('2026-11-22T09:00:00.000Z')]])
})

test.each([
  [null, 'published'],
  ['2026-11-22T09:00:00.000Z', 'scheduled'],
])('offline, a post with the time %s is %s when the connection is back', (scheduledAt, done) => {
  asked(scheduledAt, true)
  expect(screen.getByText(`You are offline. The post is ${done} when you are back online.`)).toBeTruthy()
})

test('a time that has passed, or passes meanwhile, is told at its field and not scheduled', async () => {
  const { onYes } = asked('2026-11-21T09:00:15.000Z')
  const field = screen.getByLabelText('Date and time')
  expect(errorOf(field)).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(errorOf(field)).toBe('This time has passed. Choose a later one, or publish now.')
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  expect([onYes.mock.calls.length, document.activeElement]).toEqual([0, field])
})

test('a clock that is ahead holds the author up once, and says that the post may go out at once', () => {
  const { onYes } = asked('2026-11-21T08:00:00.000Z')
  const press = (detail = 1) => fireEvent.click(screen.getByRole('button', { name: 'Schedule' }), { detail })
  press()
  press(2)
  expect(errorOf(screen.getByLabelText('Date and time'))).toMatch(/the post is published at once\.$/)
  expect(onYes).not.toHaveBeenCalled()
  const another = '2026-11-20T12:00'
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: another } })
  press()
  expect(onYes).not.toHaveBeenCalled()
  press()
  expect(onYes.mock.calls).toEqual([[at(new Date(another).toISOString())]])
})

test.each([
  [false, 'Cancel'],
  [true, 'Back to the draft'],
])('the dialog over the editor, %s, closes with %j', (isEditing, name) => {
  const onClose = vi.fn()
  shown(<PublishDialog draft={draftFor(null)} {...{ isOffline: false, isEditing, onClose, onYes: () => {} }} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Publish', name])
  fireEvent.click(screen.getByRole('button', { name }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a time', true, new Date('2026-11-23T09:00').toISOString()],
  ['now again', false, null],
])('who goes back to the draft takes %s along', (_what, isLater, time) => {
  const onClose = vi.fn()
  shown(<PublishDialog draft={draftFor(null)} {...{ isOffline: false, isEditing: true, onClose, onYes: () => {} }} />)
  fireEvent.click(screen.getByLabelText('Schedule'))
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-11-23T09:00' } })
  if (!isLater) fireEvent.click(screen.getByLabelText('Now'))
  fireEvent.click(screen.getByRole('button', { name: 'Back to the draft' }))
  expect(onClose.mock.calls).toEqual([[at(time)]])
})

test('a time too far ahead is told, and the server decides: the clock of this device may be behind', () => {
  const { onYes } = asked('2028-11-21T09:00:00.000Z')
  expect(errorOf(screen.getByLabelText('Date and time'))).toBe('A post can be scheduled a year ahead at most.')
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  expect(onYes).toHaveBeenCalledOnce()
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

test('an end before the post goes out holds the author up; a later one goes along, in the time of this device', () => {
  const { onYes } = asked('2026-11-22T09:00:00.000Z')
  const field = screen.getByLabelText('Ends at')
  fireEvent.change(field, { target: { value: '2026-11-21T23:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  expect([onYes.mock.calls.length, document.activeElement, errorOf(field)]).toEqual([
    0,
    field,
    'A post ends after it goes out. Choose a later end.',
  ])
  fireEvent.change(field, { target: { value: '2026-11-25T21:30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  const expiresAt = new Date('2026-11-25T21:30').toISOString()
  expect(onYes.mock.calls).toEqual([[{ scheduledAt: '2026-11-22T09:00:00.000Z', expiresAt }]])
})

function at(scheduledAt: string | null) {
  return { scheduledAt, expiresAt: null }
}

function draftFor(scheduledAt: string | null): PostDraft {
  const whose = {
    _id: v7(),
    ownerId: 'me',
    files: [],
    thumbnail: null,
    teaser: null,
    isPublishing: false,
    createdAt: now,
    updatedAt: now,
  }
  return { ...emptyDraft, ...whose, text: 'Hello.', scheduledAt }
}

function shown(what: ReactNode): void {
  render(<I18nProvider i18n={i18n}>{what}</I18nProvider>)
}

/** The dialog over a draft with this time. */
function asked(scheduledAt: string | null, isOffline = false) {
  const onYes = vi.fn<(times: PublishTimes) => void>()
  shown(<PublishDialog draft={draftFor(scheduledAt)} isOffline={isOffline} onClose={() => {}} onYes={onYes} />)
  return { onYes }
}

function errorOf(field: HTMLElement): string | undefined {
  return document.getElementById(`${field.id}-error`)?.textContent
}
