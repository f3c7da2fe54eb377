import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, connectApi } from './api.ts'
import { holdFirstAnswer } from './first-answers.ts'
import type { RawAnswer } from './first-answers.ts'

const Answer = v.object({ from: v.string() })
const fetched = vi.fn(() => Promise.resolve(new Response('{"from":"server"}')))
let token: string | null

beforeEach(() => {
  token = null
  vi.stubGlobal('fetch', fetched)
  connectApi({ token: () => token, refused: vi.fn(), reached: vi.fn(), missed: vi.fn() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockClear()
})

const ask = () => callApi({ path: '/things', query: { pageSize: 2 }, answer: Answer })
const hold = (answer: Promise<RawAnswer> = Promise.resolve({ status: 200, body: { from: 'page' } })) =>
  holdFirstAnswer('/api/things?pageSize=2', null, answer)

test('a held answer is taken once, and the next read asks the server', async () => {
  hold()
  expect(await ask()).toEqual({ from: 'page' })
  expect(fetched).not.toHaveBeenCalled()
  expect(await ask()).toEqual({ from: 'server' })
})

test('another query, another kind of call and another caller get none of it', async () => {
  hold()
  await callApi({ path: '/things', query: { pageSize: 3 }, answer: Answer })
  await callApi({ method: 'POST', path: '/things', query: { pageSize: 2 }, answer: Answer })
  token = 'mine'
  await ask()
  expect(fetched).toHaveBeenCalledTimes(3)
  // It would be given to a later visitor else.
  token = null
  expect(await ask()).toEqual({ from: 'server' })
})

test('an old answer, and one that broke off, are asked for anew', async () => {
  vi.useFakeTimers()
  hold()
  vi.advanceTimersByTime(15_000)
  expect(await ask()).toEqual({ from: 'server' })
  hold(Promise.reject(new TypeError('Failed to fetch')))
  expect(await ask()).toEqual({ from: 'server' })
})

test('an answer just before it is too old is taken', async () => {
  vi.useFakeTimers()
  hold()
  vi.advanceTimersByTime(14_999)
  expect(await ask()).toEqual({ from: 'page' })
})

test('a held refusal is one', async () => {
  hold(Promise.resolve({ status: 404, body: { statusCode: 404, message: 'No.', error: 'not-found' } }))
  await expect(ask()).rejects.toMatchObject({ kind: 'not-found' })
})
