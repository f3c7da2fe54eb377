import { expect, test } from 'vitest'
import { postTime } from './post-time.ts'

const now = new Date(2026, 5, 15, 12, 0)

test.each([
  [0, 'this minute'],
  [5, '5 minutes ago'],
  [60 * 3, '3 hours ago'],
  [60 * 24, 'yesterday'],
  [60 * 24 * 3, '3 days ago'],
  [60 * 24 * 20, 'May 26'],
  [60 * 24 * 400, 'May 11, 2025'],
  // A clock that is behind the server's.
  [-90, 'this minute'],
])('what came out %i minutes ago says so', (minutes, said) => {
  const iso = new Date(now.getTime() - minutes * 60_000).toISOString()
  expect(postTime(iso, now, 'en')).toBe(said)
})
