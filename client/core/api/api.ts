import { fetchWithTimeouts } from '@vesper/sync/engine/browser/fetch-with-timeouts.ts'
import { ErrorBody, isSuspension } from '@vesper/sync/engine/protocol/error-body.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import { takeFirstAnswer } from './first-answers.ts'
import type { RawAnswer } from './first-answers.ts'

const BASE = '/api'
const TIMEOUT_MS = 15_000

/** The server could not be asked, or did not answer in time. The request may have had its effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The parts of the app that calls need; handed in once at the start. */
export type ApiContext = {
  token: () => string | null
  /** The server no longer takes `token`. */
  refused: (token: string) => void
  /** The account of `token` is suspended. */
  suspended?: (token: string) => void
  /** A later token of the same session than `token`, which was refused; null for none. */
  later?: (token: string) => Promise<string | null>
  /** Has the user step up by one of these ways, parted by commas; tells if they have. The call is made again then. */
  stepUp?: (ways: string) => Promise<boolean>
  reached: () => void
  missed: () => void
}

type Call<Answer extends v.GenericSchema> = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`. */
  path: string
  query?: Record<string, string | number>
  body?: unknown
  /** The schema of the answer; the call resolves to its output. */
  answer: Answer
  signal?: AbortSignal
  /** Stands in for the session's token. */
  token?: string
  /** A call of the step-up itself: it asks for no other one. */
  isStepUp?: true
}

let context: ApiContext = { token: () => null, refused: () => {}, reached: () => {}, missed: () => {} }

export function connectApi(given: ApiContext): void {
  context = given
}

/** Calls the server. Rejects with a `Refusal` when the server says no, with a `ConnectionError` when it says nothing. */
export async function callApi<Answer extends v.GenericSchema>(call: Call<Answer>): Promise<v.InferOutput<Answer>> {
  try {
    return await callOnce(call)
  } catch (error) {
    const ways = error instanceof Refusal && error.details?.find(({ path }) => path === 'stepUp')?.message
    if (!ways || call.isStepUp || !(await context.stepUp?.(ways))) throw error
    return callOnce(call)
  }
}

async function callOnce<Answer extends v.GenericSchema>(call: Call<Answer>): Promise<v.InferOutput<Answer>> {
  const token = call.token ?? context.token()
  const first = (call.method ?? 'GET') === 'GET' ? takeFirstAnswer(urlOf(call), token) : null
  // In the very moment of the call, also without one. A line that broke off before is tried again.
  const { status, body } = await (first?.catch(() => ask(call, token)) ?? ask(call, token))
  const later = status === 401 && token && !call.token ? await context.later?.(token) : null
  if (later) return settle({ ...(await ask(call, later)), token: later, answer: call.answer })
  return settle({ status, body, token, answer: call.answer })
}

async function ask(call: Call<v.GenericSchema>, token: string | null): Promise<RawAnswer> {
  const { response, body } = await reach(urlOf(call), {
    method: call.method ?? 'GET',
    headers: headersOf(token, call.body !== undefined),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: call.signal ?? new AbortController().signal,
  })
  return { status: response.status, body }
}

/** The outcome of an answered call, shared with uploads. */
export function settle<Answer extends v.GenericSchema>(given: {
  status: number
  body: unknown
  token: string | null
  answer: Answer
}): v.InferOutput<Answer> {
  const { status, body, token, answer } = given
  const isDone = status >= 200 && status < 300
  const said = v.safeParse(isDone ? answer : ErrorBody, body)
  // Somebody on the way answers in the server's place.
  if (!said.success) throw connectionLost(new v.ValiError(said.issues))
  context.reached()
  if (isDone) return said.output
  const error = said.output as ErrorBody
  // A wrong proof says nothing of the session.
  if (status === 401 && token && error.details?.[0]?.path !== 'proof') context.refused(token)
  if (status === 403 && token && isSuspension(error)) context.suspended?.(token)
  throw refusalOf(status, error)
}

export function currentToken(): string | null {
  return context.token()
}

export function connectionLost(cause: unknown): ConnectionError {
  context.missed()
  return new ConnectionError('The server cannot be reached.', { cause })
}

export function apiUrl(path: string): string {
  return BASE + path
}

async function reach(url: string, init: RequestInit & { signal: AbortSignal }): ReturnType<typeof fetchWithTimeouts> {
  try {
    return await fetchWithTimeouts(url, init, { answerMs: TIMEOUT_MS, pauseMs: TIMEOUT_MS })
  } catch (cause) {
    // A call that was given up says nothing about the line.
    if (init.signal.aborted && (init.signal.reason as Error | undefined)?.name === 'AbortError') throw cause
    throw connectionLost(cause)
  }
}

function headersOf(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  }
}

function urlOf({ path, query }: { path: string; query?: Record<string, string | number> }): string {
  const text = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])).toString()
  return apiUrl(path) + (text ? `?${text}` : '')
}

const kinds: Record<number, RefusalKind> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported',
  429: 'rate-limited',
}

function refusalOf(status: number, { message, details }: ErrorBody): Refusal {
  return new Refusal(kinds[status] ?? (status >= 500 ? 'unavailable' : 'invalid'), message, details)
}
