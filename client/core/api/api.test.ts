import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { callApi, ConnectionError, connectApi } from './api.ts'

const refused = vi.fn()
const missed = vi.fn()
const reached = vi.fn()
connectApi({ token: () => 'token-1', refused, missed, reached })
const call = () => callApi({ path: '/things', answer: v.object({ n: v.number() }) })
const answerWith = (status: number, body: unknown) => answerWithText(status, JSON.stringify(body))
const answerWithText = (status: number, text: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('an answer is checked and typed; the token travels in the Authorization header', async () => {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response('{"n":1,"more":2}')))
  vi.stubGlobal('fetch', fetched)
  expect(await call()).toEqual({ n: 1 })
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer token-1' })
})

test('a refusal keeps kind, words and fields', async () => {
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

test('401 tells which token was refused', async () => {
  answerWith(401, { statusCode: 401, message: 'Please login!', error: 'unauthenticated' })
  await expect(call()).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(refused).toHaveBeenCalledExactlyOnceWith('token-1')
})

test('no line, and an error page of a proxy, are a missing connection and no refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  for (const status of [401, 403, 404, 502]) {
    answerWithText(status, '<h1>Bad gateway</h1>')
    await expect(call()).rejects.toBeInstanceOf(ConnectionError)
    answerWith(status, { message: 'no' })
    await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  }
  expect(missed).toHaveBeenCalledTimes(9)
  expect(refused).not.toHaveBeenCalled()
  expect(reached).not.toHaveBeenCalled()
})

test.each([
  ['a page of the network', '<html>Please log in</html>'],
  ['half an answer', '{"n":'],
  ['nothing', ''],
  ['an answer to something else', '{"success":true}'],
])('%s in place of the answer is a missing connection', async (_what, text) => {
  answerWithText(200, text)
  await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  expect(missed).toHaveBeenCalledOnce()
  expect(reached).not.toHaveBeenCalled()
})

test('an answer that breaks off is a missing connection; one that is given up says nothing of the line', async () => {
  const breakWith = (reason: Error) =>
    vi.stubGlobal('fetch', () => {
      const body = new ReadableStream({ pull: (stream) => stream.error(reason) })
      return Promise.resolve(new Response(body))
    })
  breakWith(new TypeError('network error'))
  await expect(call()).rejects.toBeInstanceOf(ConnectionError)
  expect(missed).toHaveBeenCalledOnce()
  const givenUp = new DOMException('Given up', 'AbortError')
  breakWith(givenUp)
  const signal = AbortSignal.abort(givenUp)
  await expect(callApi({ path: '/things', answer: v.object({}), signal })).rejects.toBe(givenUp)
  expect(missed).toHaveBeenCalledOnce()
  expect(reached).not.toHaveBeenCalled()
})

test('an answer may take as long as it moves, and is missed when it pauses', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => new Response(slowBody(signal)))
  const answers = [10_000, 20_000].map((pauseMs) => {
    partMs = pauseMs
    return call().catch((error: unknown) => error)
  })
  await vi.advanceTimersByTimeAsync(60_000)
  const [slow, paused] = await Promise.all(answers)
  expect(slow).toEqual({ n: 1 })
  expect(paused).toBeInstanceOf(ConnectionError)
})

let partMs = 0

/** Its parts come `partMs` apart. */
function slowBody(signal: AbortSignal): ReadableStream<Uint8Array> {
  const parts = ['{', '"n"', ':1', '}']
  const ms = partMs
  return new ReadableStream({
    start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    async pull(stream) {
      await new Promise((done) => setTimeout(done, ms))
      const part = parts.shift()
      if (part) stream.enqueue(new TextEncoder().encode(part))
      else stream.close()
    },
  })
}

test('a call that asks for a step-up is made once more after it, and fails without', async () => {
  const stepUp = vi.fn(() => Promise.resolve(true))
  connectApi({ token: () => 'token-1', refused, missed, reached, stepUp })
  onTestFinished(() => connectApi({ token: () => 'token-1', refused, missed, reached }))
  const details = [{ path: 'stepUp', message: 'code,passkey' }]
  const asked = JSON.stringify({ statusCode: 403, message: 'Confirm that it is you.', error: 'forbidden', details })
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementationOnce(() => Promise.resolve(new Response(asked, { status: 403 })))
  fetched.mockImplementation(() => Promise.resolve(new Response('{"n":1}')))
  expect(await call()).toEqual({ n: 1 })
  expect(stepUp).toHaveBeenCalledExactlyOnceWith('code,passkey')
  fetched.mockImplementation(() => Promise.resolve(new Response(asked, { status: 403 })))
  await expect(call()).rejects.toMatchObject({ kind: 'forbidden' })
  expect(fetched).toHaveBeenCalledTimes(4)
})

test('a call with a token that a later one has replaced is made again with that', async () => {
  const later = vi.fn(() => Promise.resolve('token-2'))
  connectApi({ token: () => 'token-1', refused, missed, reached, later })
  onTestFinished(() => connectApi({ token: () => 'token-1', refused, missed, reached }))
  const ended = JSON.stringify({ statusCode: 401, message: 'Please login!', error: 'Unauthorized' })
  const fetched = vi.fn((_url: string, { headers }: RequestInit) =>
    Promise.resolve(
      (headers as Record<string, string>)['Authorization'] === 'Bearer token-2'
        ? new Response('{"n":1}')
        : new Response(ended, { status: 401 }),
    ),
  )
  vi.stubGlobal('fetch', fetched)
  expect(await call()).toEqual({ n: 1 })
  expect(refused).not.toHaveBeenCalled()
})

test('a wrong proof ends no session', async () => {
  const details = [{ path: 'proof', message: 'The password is not right.' }]
  answerWith(401, { statusCode: 401, message: 'The password is not right.', error: 'Unauthorized', details })
  await expect(call()).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(refused).not.toHaveBeenCalled()
})
