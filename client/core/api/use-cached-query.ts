import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import type * as v from 'valibot'
import { callApi, ConnectionError } from './api.ts'
import { $offline } from '../connection/model.ts'
import { $user } from '../session/model.ts'
import { signedInUser } from '../session/session.ts'
import { keepAnswer, readKept, readKeptAt } from './response-cache.ts'

export const VISITOR = 'visitor'

export type Query = Record<string, string | number>

export type Part = { path: string; answer: unknown }

type Options<Answer> = {
  query?: Query
  parts?: (answer: Answer) => Part[]
  /** False while nobody wants the answer yet: there is none then. */
  isAsked?: boolean
  /** `POST` for a call that computes and changes nothing. */
  method?: 'GET' | 'POST'
}

/** Timing of list reads: the specification's figures; a failed read waits to be asked for again. */
export const listTiming = {
  dedupingInterval: 2_000,
  loadingTimeout: 3_000,
  errorRetryInterval: 5_000,
  focusThrottleInterval: 5_000,
  shouldRetryOnError: false,
} as const

/**
 * Reads an answer of the server; shows the one that was kept on this device until, or unless, a new one comes. `parts`
 * names what of it is the answer to a path of its own, and is kept as such.
 */
export function useKeptAnswer<Answer extends v.GenericSchema>(
  path: string,
  answer: Answer,
  { query = {}, parts, isAsked = true, method = 'GET' }: Options<v.InferOutput<Answer>> = {},
): SWRResponse<v.InferOutput<Answer>, unknown> {
  const account = useUnit($user)?._id ?? VISITOR
  const key = keyOf(path, query)
  const kept = useMemo(() => (isAsked ? readKept(account, key, answer) : null), [isAsked, account, key, answer])
  return useSWR<v.InferOutput<Answer>, unknown>(
    isAsked ? [account, key] : null,
    async () => {
      const fresh = await callApi({ path, query, answer, ...(method === 'POST' && { method, body: {} }) })
      keepFor(account, [{ key, answer: fresh }])
      keepFor(
        account,
        (parts?.(fresh) ?? []).map((part) => ({ key: keyOf(part.path), answer: part.answer })),
      )
      return fresh
    },
    { ...listTiming, fallbackData: kept ?? undefined },
  )
}

/**
 * Asks the server, and reads what this device keeps under `keptAs` where it cannot be reached. `keptAs` is the query, where
 * that names the answer. Rejects as `callApi` does.
 */
export async function askOrKept<Answer extends v.GenericSchema>(
  { path, query, keptAs = query }: { path: string; query: Query; keptAs?: Query },
  answer: Answer,
): Promise<v.InferOutput<Answer>> {
  const account = accountNow()
  const key = keyOf(path, keptAs)
  try {
    const fresh = await callApi({ path, query, answer })
    keepFor(account, [{ key, answer: fresh }])
    return fresh
  } catch (error) {
    const kept = error instanceof ConnectionError ? readKept(account, key, answer) : null
    if (kept !== null) return kept
    throw error
  }
}

/** The answer that this device keeps; null without one that `answer` takes. */
export function keptAnswer<Answer extends v.GenericSchema>(
  account: string,
  { path, query }: { path: string; query: Query },
  answer: Answer,
): v.InferOutput<Answer> | null {
  return readKept(account, keyOf(path, query), answer)
}

/** While there is no connection: when the answer that stands in was kept (milliseconds). Null otherwise. */
export function useKeptAt(path: string, query: Query = {}): number | null {
  const account = useUnit($user)?._id ?? VISITOR
  return useUnit($offline) ? readKeptAt(account, keyOf(path, query)) : null
}

/** Somebody may have logged out meanwhile: nothing of theirs is written down any more. */
function keepFor(account: string, answers: { key: string; answer: unknown }[]): void {
  if (account !== accountNow()) return
  for (const { key, answer } of answers) keepAnswer(account, key, answer)
}

function accountNow(): string {
  return signedInUser()?._id ?? VISITOR
}

function keyOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}
