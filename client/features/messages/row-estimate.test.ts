import { expect, test } from 'vitest'
import { keptEstimates } from './row-estimate.ts'
import type { ThreadRow } from './thread-rows.ts'

test('[SCROLL-1] the estimate of a row stays as it was first made when the log gets another width', () => {
  const row: ThreadRow = {
    kind: 'message',
    key: 'a',
    message: messageOf('word '.repeat(60)),
    place: 'single',
    spaceAfter: 'turn',
  }
  const estimate = keptEstimates()
  const narrow = estimate(row, 360)
  expect(estimate(row, 900)).toBe(narrow)
  expect(estimate({ ...row, key: 'b' }, 900)).toBeLessThan(narrow)
})

function messageOf(text: string) {
  return { text, files: [] } as unknown as Extract<ThreadRow, { kind: 'message' }>['message']
}
