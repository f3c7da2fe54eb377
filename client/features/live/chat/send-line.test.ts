import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { sendLine } from './send-line.ts'
import { TooSoon } from './too-soon.ts'

const socket = vi.hoisted(() => ({ ask: vi.fn() }))
vi.mock('../../../core/live/socket.ts', () => ({ askNow: socket.ask }))

type Attempt = [event: string, said: { _id: string; text: string; until: number }, withinMs: number]
const attempts = () => socket.ask.mock.calls as Attempt[]

const BEGIN = Date.parse('2026-11-01T10:00:00.000Z')
const streamId = v7()

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN })
  socket.ask.mockReset()
})
afterEach(() => void vi.useRealTimers())

function begin() {
  const line = { _id: v7(), text: 'Hello', replyTo: null, since: Date.now(), aheadMs: 300 }
  const outcome = sendLine(streamId, line).then(
    (isHeld) => ({ isHeld }),
    (error: unknown) => ({ error }),
  )
  return { line, outcome }
}

/** A line that swallows everything: each attempt ends with its time. */
const swallow = (_event: string, _said: object, withinMs: number) =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new ConnectionError('No answer')), withinMs))

test('a line that is stored is sent once, and says if it waits for review', async () => {
  socket.ask.mockResolvedValue({ ok: true, seq: 0, isHeld: true })
  const { line, outcome } = begin()
  expect(await outcome).toEqual({ isHeld: true })
  expect(attempts().map(([event, said]) => [event, said._id, said.text])).toEqual([['chat:send', line._id, 'Hello']])
})

test('without an answer a line is sent again under its id, and ends as sent with the first answer', async () => {
  socket.ask.mockImplementationOnce(swallow).mockResolvedValue({ ok: true, seq: 4, isHeld: false })
  const { line, outcome } = begin()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await outcome).toEqual({ isHeld: false })
  expect(attempts().map(([, said]) => said._id)).toEqual([line._id, line._id])
})

test('after 20 seconds a line is given back, and every attempt tells the server that it is worth nothing later', async () => {
  socket.ask.mockImplementation(swallow)
  const { outcome } = begin()
  let isOver = false
  void outcome.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(19_900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await outcome).toMatchObject({ error: expect.any(ConnectionError) as ConnectionError })
  expect(attempts().length).toBeGreaterThan(1)
  // By the clock of the server, which is ahead.
  for (const [, { until }] of attempts()) expect(until).toBe(BEGIN + 20_300)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts().length).toBeLessThan(5)
})

test('a refusal is final and in the words of the server; one that ends by itself says when', async () => {
  socket.ask.mockResolvedValueOnce({ ok: false, message: 'You have said this twice already.' })
  const refused = (await begin().outcome) as { error: Refusal }
  expect([refused.error.kind, refused.error.message]).toEqual(['forbidden', 'You have said this twice already.'])
  socket.ask.mockResolvedValueOnce({ ok: false, message: 'Slow mode is on.', retryAfterMs: 4_000 })
  const early = (await begin().outcome) as { error: TooSoon }
  expect(early.error).toBeInstanceOf(TooSoon)
  expect(early.error).toBeInstanceOf(Refusal)
  expect(early.error.retryAfterMs).toBe(4_000)
  expect(attempts()).toHaveLength(2)
})
