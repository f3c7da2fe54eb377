import { showStatuses } from '@vesper/sync/vesper/api/live-shows.ts'
import { expect, test } from 'vitest'
import { mayBecome, requireStep } from './require-step.ts'

const allowed = new Set([
  ...['expired', 'canceled', 'declined', 'accepted', 'failed'].map((to) => `requested ${to}`),
  ...['canceled', 'failed', 'active'].map((to) => `accepted ${to}`),
  'active ended',
])
const steps = showStatuses.flatMap((from) => showStatuses.map((to) => ({ from, to })))

test.each(steps)('from $from to $to', ({ from, to }) => {
  const isAllowed = allowed.has(`${from} ${to}`)
  expect(mayBecome(from, to)).toBe(isAllowed)
  if (isAllowed) expect(() => requireStep(from, to)).not.toThrow()
  else expect(() => requireStep(from, to)).toThrow(expect.objectContaining({ kind: 'conflict' }) as Error)
})
