import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from './api.ts'
import { uploadFiles } from './upload.ts'

/** As much of a request as an upload needs; the tests move it on. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 200
  response: unknown = null
  onload?: () => void
  onabort?: () => void
  onloadend?: () => void
  isGivenUp = false
  open = () => {}
  setRequestHeader = () => {}
  getResponseHeader = () => null
  send = () => void (FakeRequest.last = this)

  abort(): void {
    this.isGivenUp = true
    this.onabort?.()
    this.onloadend?.()
  }

  answer(response: unknown): void {
    this.response = response
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (signal = new AbortController().signal) =>
  uploadFiles({ path: '/avatar', files: {}, answer: v.object({ url: v.string() }), signal }).catch(
    (error: unknown) => error,
  )

test('an upload of which nothing is heard for a minute is a missing connection', async () => {
  const outcome = send()
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    vi.advanceTimersByTime(50_000)
    FakeRequest.last.upload.onprogress?.({ loaded, total: 5 })
  }
  expect(FakeRequest.last.isGivenUp).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(FakeRequest.last.isGivenUp).toBe(true)
  expect(await outcome).toBeInstanceOf(ConnectionError)
})

test('an upload that was answered, or given up, is waited for no more', async () => {
  const answered = send()
  FakeRequest.last.answer({ url: '/media/1' })
  expect(await answered).toEqual({ url: '/media/1' })
  const leaving = new AbortController()
  const givenUp = send(leaving.signal)
  leaving.abort()
  expect(await givenUp).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a page of the network in place of the answer to an upload is a missing connection', async () => {
  const outcome = send()
  FakeRequest.last.answer(null)
  expect(await outcome).toBeInstanceOf(ConnectionError)
})
