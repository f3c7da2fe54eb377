// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { calendarEntries } from './calendar-entries.ts'
import { CalendarPage } from './calendar-page.tsx'
import { useCalendar } from './use-calendar.ts'
import { wholeFrom } from './whole-from.ts'

const begin = vi.fn(() => Promise.resolve('new-draft'))
vi.mock('./use-calendar.ts', () => ({ useCalendar: vi.fn(), useBeginPost: () => begin }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children }: { to: string; params: Record<string, string>; children: ReactNode }) => (
    <a href={to.replace(/\$\w+/, Object.values(params)[0] ?? '')}>{children}</a>
  ),
}))

const local = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const post = (_id: string, given: Partial<Post>): Post => ({
  ...{ _id, performerId: 'me', seq: 1, status: 'published', access: 'public', price: 0, isLocked: false },
  ...{ ...noContent, text: _id, scheduledAt: null, publishedAt: null, createdAt: '', updatedAt: '', ...given },
})
const draft = (_id: string, scheduledAt: string | null, isPublishing = false) => ({
  ...{ ...emptyDraft, _id, ownerId: 'me', text: _id, scheduledAt, files: [], thumbnail: null, teaser: null },
  ...{ isPublishing, createdAt: '', updatedAt: '' },
})
const posts = [
  post('fog', { publishedAt: local(3, 9), expiresAt: local(30, 23) }),
  post('tide', { status: 'scheduled', seq: 0, scheduledAt: local(29, 18), expiresAt: null }),
  post('sand', { status: 'archived', publishedAt: local(2, 9), expiresAt: local(4, 9) }),
  post('gone', { status: 'removed', publishedAt: local(5, 9) }),
  post('dune', { status: 'scheduled', seq: 0, scheduledAt: local(29, 20) }),
]
const drafts = [draft('dune', local(29, 20), true), draft('idea', local(30, 8)), draft('no time', null)]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 15, 20), toFake: ['Date'] })
  vi.mocked(useCalendar).mockReturnValue({
    entries: calendarEntries({ posts, drafts }),
    standing: { is: 'answered', isWhole: true, keptAt: null },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function page(onMonth = vi.fn(), onWrite = vi.fn()) {
  return (
    <I18nProvider i18n={i18n}>
      <CalendarPage {...{ accountId: 'me', contents: 'here', month: { year: 2026, month: 10 }, onMonth, onWrite }} />
    </I18nProvider>
  )
}

function show() {
  const [onMonth, onWrite] = [vi.fn(), vi.fn()]
  render(page(onMonth, onWrite))
  return { onMonth, onWrite, table: within(screen.getByRole('table', { name: 'Calendar' })) }
}

test('each moment stands once, under what it is', () => {
  expect(calendarEntries({ posts, drafts }).map(({ kind, of }) => `${kind} ${of.type} ${of.id}`)).toEqual([
    ...['published post sand', 'published post fog', 'scheduled post tide', 'scheduled draft dune'],
    ...['draft draft idea', 'ends post fog'],
  ])
})

test('an entry leads to its editor, in the time of this device', () => {
  const { table } = show()
  const links = table.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/creator/studio/posts/sand', '/creator/studio/posts/fog', '/creator/studio/posts/tide'],
    ...['/creator/studio/dune', '/creator/studio/idea', '/creator/studio/posts/fog'],
  ])
  expect(links[2]?.textContent).toMatch(/^6:00\sPM · Goes outtide$/)
  expect(links.at(-1)?.textContent).toMatch(/· Endsfog$/)
})

test('a day to come begins a post for it; months and today are chosen', async () => {
  const { onMonth, onWrite, table } = show()
  expect(table.queryByRole('button', { name: 'Write a post for Nov 27, 2026' })).toBeNull()
  fireEvent.click(table.getByRole('button', { name: 'Write a post for Nov 30, 2026' }))
  await waitFor(() => expect(onWrite).toHaveBeenCalledWith('new-draft'))
  expect(begin).toHaveBeenCalledWith(local(30, 12))
  for (const name of ['Next month', 'Previous month', 'Today']) fireEvent.click(screen.getByRole('button', { name }))
  expect(onMonth.mock.calls).toEqual([[{ year: 2026, month: 11 }], [{ year: 2026, month: 9 }], [null]])
})

test('a phone has a list of the days with entries and of those to come', () => {
  show()
  const list = within(screen.getByRole('list', { name: 'Calendar' }))
  const headings = list.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(headings).toEqual([
    ...['Monday, November 2', 'Tuesday, November 3', 'Saturday, November 28'],
    ...['Sunday, November 29', 'Monday, November 30'],
  ])
})

test('a device has the posts down to the first hole in their places', () => {
  const placed = [7, 6, 5, 2].map((seq) => ({ seq, publishedAt: local(seq, 9) }))
  expect(wholeFrom(placed)).toBe(local(5, 9))
  expect([wholeFrom([{ seq: 1, publishedAt: local(1, 9) }]), wholeFrom([])]).toEqual([null, null])
})

test('the page asks for the weeks that it shows', () => {
  show()
  const range = { from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 11, 6).toISOString() }
  expect(useCalendar).toHaveBeenCalledWith('me', range, 'here')
})

test('without an answer the page says so, and from which day on the device has the posts', () => {
  const standing = { is: 'held', wholeFrom: local(5, 9), retry: vi.fn() } as const
  vi.mocked(useCalendar).mockReturnValue({ entries: [], standing })
  show()
  expect(screen.getByRole('status').textContent).toMatch(
    /^The server has not answered\..* This device has your posts from Nov 5, 2026 on/,
  )
})

test.for([
  ['has entries of this device', calendarEntries({ posts, drafts }), true],
  ['has none, while others do', calendarEntries({ posts: [], drafts: [draft('later', local(90, 8))] }), false],
] as const)('a coming month that %s says that it is loaded', ([, entries, isShown]) => {
  vi.mocked(useCalendar).mockReturnValue({ entries: [...entries], standing: { is: 'coming' } })
  const { container } = render(page())
  expect(screen.getByRole('status').textContent).toBe('Loading your calendar')
  expect(container.querySelector('table') !== null).toBe(isShown)
})

test('asked again, the page gives the focus to its heading, since the button may go', () => {
  const standing = { is: 'held', wholeFrom: null, retry: vi.fn() } as const
  vi.mocked(useCalendar).mockReturnValue({ entries: [], standing })
  render(page())
  const button = screen.getByRole('button', { name: 'Try again' })
  expect(button.closest('[role=status]')).toBeNull()
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(standing.retry).toHaveBeenCalledOnce()
})

test('a month that is too much for one answer says so', () => {
  const standing = { is: 'answered', isWhole: false, keptAt: null } as const
  vi.mocked(useCalendar).mockReturnValue({ entries: calendarEntries({ posts, drafts }), standing })
  show()
  expect(screen.getByText(/^This month has more than the calendar shows/)).toBeTruthy()
})
