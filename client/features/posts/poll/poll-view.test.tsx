// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Vote } from '@vesper/sync/vesper/records/vote.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pollStateOf, timeLeft } from './poll-state.ts'
import type { Asking } from './poll-state.ts'
import { PollView } from './poll-view.tsx'

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const HOUR_MS = 3_600_000

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('one option is chosen, and sent with the button alone', () => {
  const send = shown({ _id: 'one' }, null, true)
  const group = within(screen.getByRole('group', { name: 'Which?' }))
  const button = group.getByRole('button', { name: 'Vote' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(group.getByRole('radio', { name: 'This' }))
  fireEvent.click(group.getByRole('radio', { name: 'That' }))
  expect(send).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(send.mock.calls).toEqual([[[1]]])
  expect(screen.queryByRole('list', { name: 'Results' })).toBeNull()
})

test('several options are chosen where the poll takes them, in their order', () => {
  const send = shown({ _id: 'several', poll: { ...poll, isMultiple: true } }, null, true)
  for (const name of ['Neither', 'This', 'That', 'That']) fireEvent.click(screen.getByRole('checkbox', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }))
  expect(send.mock.calls).toEqual([[[0, 2]]])
})

test('options that were picked stay picked when the post goes off the screen and comes back, each post its own', () => {
  shown({ _id: 'long', poll: { ...poll, isMultiple: true } }, null, true)
  for (const name of ['This', 'Neither']) fireEvent.click(screen.getByRole('checkbox', { name }))
  cleanup()
  shown({ _id: 'other', poll: { ...poll, isMultiple: true } }, null, true)
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
  cleanup()
  const send = shown({ _id: 'long', poll: { ...poll, isMultiple: true } }, null, true)
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }))
  expect(send.mock.calls).toEqual([[[0, 2]]])
})

test('a vote that waits shows the own choice, and no numbers', () => {
  shown({ voters: 4 }, vote({ options: [1] }))
  expect(screen.getByRole('img', { name: 'Your choice' }).parentElement?.textContent).toBe('That')
  expect(screen.getByText('The results appear when your vote has been sent.')).toBeTruthy()
  expect(screen.getByText('5 votes')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull()
  expect(screen.queryByText(/%/)).toBeNull()
})

test('results are numbers in text, with the own choice and the time left', () => {
  shown({ poll: { ...poll, endsAt: at(3 * 24 * HOUR_MS) } }, vote({ counts: [1, 3, 0], voters: 4 }))
  const rows = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['This25%1 vote', 'That75%3 votes', 'Neither0%0 votes'])
  expect(screen.getByText('4 votes, 3 days left')).toBeTruthy()
})

test('a poll that has ended says so and takes no vote', () => {
  shown({ poll: { ...poll, endsAt: at(0) }, votes: [0, 1, 0], voters: 1 }, null)
  expect(screen.getByText('This poll has ended')).toBeTruthy()
  expect(screen.getByText('1 vote', { selector: 'p > span' })).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('counts that the server tells later stand for those that were read', () => {
  const read = { ...asking, votes: [2, 3, 0], voters: 5 }
  const own = vote({ counts: [1, 3, 0], voters: 4 })
  const state = (voters: number) => pollStateOf({ ...read, live: { votes: [9, 9, 9], voters } }, own, NOW)
  expect(state(27)).toMatchObject({ counts: [9, 9, 9], voters: 27 })
  expect(state(4)).toMatchObject({ counts: [2, 3, 0], voters: 5 })
})

test('the later read of a post and a vote counts', () => {
  const read = { ...asking, votes: [2, 3, 0], voters: 5 }
  expect(pollStateOf(read, vote({ counts: [1, 3, 0], voters: 4 }), NOW)).toMatchObject({ counts: [2, 3, 0], voters: 5 })
  expect(pollStateOf(read, vote({ counts: [2, 4, 0], voters: 6 }), NOW)).toMatchObject({ counts: [2, 4, 0], voters: 6 })
  expect(pollStateOf({ ...asking, voters: 9 }, vote({ counts: [1, 3, 0], voters: 4 }), NOW)).toMatchObject({
    voters: 4,
  })
})

test.each([
  [61_000, '2 minutes'],
  [1000, '1 minute'],
  [HOUR_MS, '1 hour'],
  [25 * HOUR_MS, '2 days'],
])('%i ms are left as %s', (leftMs, words) => {
  expect(timeLeft(leftMs, 'en')).toBe(words)
})

const poll: Asking['poll'] = { question: 'Which?', options: ['This', 'That', 'Neither'] }
const asking: Asking = { _id: 'p', poll, votes: null, voters: 0 }

function at(ms: number): string {
  return new Date(NOW + ms).toISOString()
}

function vote(given: Partial<Vote>): Vote {
  return { _id: 'p', userId: 'me', options: [1], counts: null, voters: null, createdAt: at(0), ...given }
}

function shown(given: Partial<Asking>, own: Vote | null, mayVote = false) {
  const send = vi.fn<(options: number[]) => void>()
  const post = { ...asking, ...given }
  render(
    <I18nProvider i18n={i18n}>
      <PollView
        poll={post.poll}
        state={pollStateOf(post, own, NOW)}
        vote={mayVote ? { keptAs: post._id, isBusy: false, send } : null}
      />
    </I18nProvider>,
  )
  return send
}
