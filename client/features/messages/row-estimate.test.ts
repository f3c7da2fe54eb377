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

test('[SCROLL-1] words under a picture are no wider than it', () => {
  const text = 'word '.repeat(30)
  const heightOf = (files: object[]) =>
    keptEstimates()(
      { kind: 'message', key: 'a', message: messageOf(text, files), place: 'single', spaceAfter: 'turn' },
      900,
    )
  const tall = { width: 900, height: 1600 }
  expect(heightOf([tall]) - heightOf([{ width: 1600, height: 1840 }])).toBeGreaterThan(20)
  expect(heightOf([tall])).toBeGreaterThan(heightOf([]) + 368)
})

function messageOf(text: string, files: object[] = []) {
  return { text, files } as unknown as Extract<ThreadRow, { kind: 'message' }>['message']
}
