import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError, connectApi } from './api.ts'

const refused = vi.fn()
const missed = vi.fn()
const reached = vi.fn()
connectApi({ token: () => 'token-1', refused, missed, reached })
const call = () => callApi({ path: '/things', answer: v.object({ n: v.number() }) })
const answerWith = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('[API-1] an answer is checked and typed; the token travels in the Authorization header', async () => {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response('{"n":1,"more":2}')))
  vi.stubGlobal('fetch', fetched)
  expect(await call()).toEqual({ n: 1 })
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer token-1' })
})

test('[API-2] a refusal keeps kind, words and fields', async () => {
  answerWith(409, {
    statusCode: 409,
    message: 'Taken.',
    error: 'conflict',
    details: [{ path: 'email', message: 'Taken.' }],
  })
  const error = await call().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ kind: 'conflict', message: 'Taken.', details: [{ path: 'email', message: 'Taken.' }] })
})

test('[API-3] 401 tells which token was refused', async () => {
  answerWith(401, { statusCode: 401, message: 'Please login!', error: 'unauthenticated' })
  await expect(call()).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(refused).toHaveBeenCalledExactlyOnceWith('token-1')
})

test('[API-4] no line, and an error page of a proxy, are a missing connection and no refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  expect(missed).toHaveBeenCalledTimes(2)
  expect(refused).not.toHaveBeenCalled()
})
