import type { Health } from '@vesper/sync/engine/health.ts'
import { expect, test } from 'vitest'
import { reportText } from './report-text.ts'

const at = '2026-11-21T09:00:00.000Z'
const check = { version: 3, sum: 255, verdict: 'repaired', at, repairs: 1, turn: 1, upTo: null, isSound: true } as const

const health: Health = {
  status: {
    ...{ state: 'idle', leader: true, lastSyncAt: at, pending: 0, rejected: 0 },
    ...{ oldestPendingAt: null, nextAttemptAt: null, full: false, whole: true },
  },
  oldestPendingMs: null,
  counts: { waiting: 0, sending: 0, rejected: 0, cancelling: 0 },
  rows: { messages: 12 },
  spaces: [
    { space: 'c:1', version: 3, check },
    { space: 'c:2', version: 1, check: null },
  ],
  ...{ device: 'd', epoch: 'e', quota: 10, usage: 1, persisted: true },
  log: [{ at, level: 'warn', message: 'an optimistic half failed', cause: 'TypeError' }],
}

test('a report has the version, each space with its checksum, and the log', () => {
  const text = reportText({ health, version: '0.1.0', userAgent: 'a browser', now: new Date(at) })
  expect(text.split('\n')).toEqual([
    `Vesper 0.1.0, ${at}`,
    'a browser',
    'device d, epoch e, leads: true',
    `state idle, last sync ${at}, oldest pending for null ms`,
    'queue waiting 0, sending 0, rejected 0, cancelling 0',
    'rows messages 12',
    'bytes 1 of 10, persisted: true',
    '',
    `c:1 version 3, repaired at 3 (ff) ${at}, repairs 1`,
    'c:2 version 1, not compared',
    '',
    `${at} warn an optimistic half failed [TypeError]`,
    '',
  ])
})
