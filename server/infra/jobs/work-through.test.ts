import { expect, test, vi } from 'vitest'
import { workThroughDue } from './work-through.ts'

type Row = { id: string }

function table(ids: string[], poisoned: string[] = []) {
  const due = new Set(ids)
  const log = { error: vi.fn() }
  const find = async (except: string[]): Promise<Row[]> =>
    [...due]
      .filter((id) => !except.includes(id))
      .slice(0, 2)
      .map((id) => ({ id }))
  const work = async ({ id }: Row) => {
    if (poisoned.includes(id)) throw new Error(`poison of ${id}`)
    due.delete(id)
  }
  return {
    due,
    log,
    run: (given: object = {}) => workThroughDue({ log } as never, { find, work, idOf: (row) => row.id, ...given }),
  }
}

test('rows that fail are set aside, counted and told, and all others are done, also behind a whole batch of them', async () => {
  const { due, log, run } = table(['p1', 'p2', 'p3', 'a', 'b', 'c'], ['p1', 'p2', 'p3'])
  expect(await run()).toBe(3)
  expect([...due]).toEqual(['p1', 'p2', 'p3'])
  expect(log.error).toHaveBeenCalledTimes(4)
  expect(log.error).toHaveBeenLastCalledWith({ rows: ['p1', 'p2', 'p3'], count: 3 }, expect.any(String))
})

test('nothing is told where nothing fails', async () => {
  const { due, log, run } = table(['a', 'b', 'c'])
  expect([await run(), due.size, log.error.mock.calls.length]).toEqual([3, 0, 0])
})

test('rows that stay due although they were done do not keep the job busy for ever', async () => {
  const work = vi.fn(async () => {})
  expect(await table(['a', 'b', 'c']).run({ work })).toBe(2)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a job that is told to stop stops between two rows', async () => {
  const stopping = new AbortController()
  const work = vi.fn(async () => stopping.abort())
  await expect(table(['a', 'b']).run({ work, signal: stopping.signal })).rejects.toThrow('abort')
  expect(work).toHaveBeenCalledTimes(1)
})
