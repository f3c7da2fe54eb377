import { expect, test, vi } from 'vitest'
import type { File } from '../entity.ts'
import { fileProgress } from './file-progress.ts'

test('progress is told once a step at most, and never backwards', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const told: unknown[] = []
  const written: unknown[] = []
  const execute = async (_sql: string, values: unknown[]) => void written.push(values[0])
  const app = {
    live: { toUser: (userId: string, event: string, payload: unknown) => told.push([userId, event, payload]) },
    orm: { em: { fork: () => ({ execute }) } },
  } as unknown as Parameters<typeof fileProgress>[0]
  const file = { id: 'f', ownerId: 'o', status: 'processing' } as File
  const onPercent = fileProgress(app, file)
  for (const percent of [1, 2, 3]) onPercent(percent)
  vi.advanceTimersByTime(1_000)
  onPercent(2)
  onPercent(1)
  vi.advanceTimersByTime(1_000)
  onPercent(1)
  onPercent(40)
  expect(written).toEqual([1, 2, 40])
  const event = { fileId: 'f', status: 'processing', failure: null }
  expect(told).toEqual([1, 2, 40].map((progress) => ['o', 'file:status', { ...event, progress }]))
  vi.useRealTimers()
})
