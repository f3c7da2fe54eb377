import { useUnit } from 'effector-react'
import { useMemo, useState } from 'react'
import useSWR, { unstable_serialize, useSWRConfig } from 'swr'
import type { Arguments, Cache, SWRResponse } from 'swr'
import type * as v from 'valibot'
import { $offline } from '../connection/model.ts'
import { openEntry, placeAt } from '../page/kept-places.ts'
import { $user } from '../session/model.ts'
import { signedInUser } from '../session/session.ts'
import { callApi, ConnectionError } from './api.ts'
import { cacheResponse, forgetResponse, forgetResponses, readCachedResponse, readKeptAt } from './response-cache.ts'
import { useReadWhenBack } from './use-read-when-back.ts'

export const VISITOR = 'visitor'

export type Query = Record<string, string | number>

export type Part = { path: string; answer: unknown }

type Options<Answer> = {
  query?: Query
  parts?: (answer: Answer) => Part[]
  /** False while nobody wants the answer yet: there is none then. */
  isAsked?: boolean
  /** True where Back and Forward show the answer of before as it was: it is not read again then. */
  staysOnReturn?: boolean
  /** `POST` for a call that computes and changes nothing. */
  method?: 'GET' | 'POST'
}

/** Timing of list reads: the specification's figures; a failed read waits for the line, or to be asked for again. */
export const listTiming = {
  dedupingInterval: 2_000,
  loadingTimeout: 3_000,
  errorRetryInterval: 5_000,
  focusThrottleInterval: 5_000,
  shouldRetryOnError: false,
} as const

/**
 * Reads an answer of the server; shows the one that was kept on this device until, or unless, a new one comes. A read
 * without a connection is made again when the line is back. `parts` names what of the answer is that to a path of its
 * own, and is kept as such.
 */
export function useKeptAnswer<Answer extends v.GenericSchema>(
  path: string,
  answer: Answer,
  { query = {}, parts, isAsked = true, staysOnReturn = false, method = 'GET' }: Options<v.InferOutput<Answer>> = {},
): SWRResponse<v.InferOutput<Answer>, unknown> {
  const account = useUnit($user)?._id ?? VISITOR
  const key = keyOf(path, query)
  const asked = isAsked ? [account, key] : null
  const { cache } = useSWRConfig()
  // An answer in memory is at least as new as the kept one.
  const kept = useMemo(
    () => (isAsked && !isInMemory(cache, [account, key]) ? readCachedResponse(account, key, answer) : null),
    [isAsked, cache, account, key, answer],
  )
  const [isReturn] = useState(() => staysOnReturn && isInMemory(cache, asked) && placeAt(openEntry()) !== undefined)
  const response = useSWR<v.InferOutput<Answer>, unknown>(
    asked,
    async () => {
      const fresh = await callApi({ path, query, answer, ...(method === 'POST' && { method, body: {} }) })
      keepFor(account, [{ key, answer: fresh }])
      keepFor(
        account,
        (parts?.(fresh) ?? []).map((part) => ({ key: keyOf(part.path), answer: part.answer })),
      )
      return fresh
    },
    { ...listTiming, fallbackData: kept ?? undefined, revalidateIfStale: !isReturn },
  )
  useReadWhenBack({ key: asked, error: response.error, read: response.mutate })
  return response
}

/**
 * Asks the server, and reads what this device keeps under `keptAs` where it cannot be reached. `keptAs` is the query, where
 * that names the answer. `isOld`: it is what the device keeps. Rejects as `callApi` does.
 */
export async function askOrKept<Answer extends v.GenericSchema>(
  { path, query, keptAs = query }: { path: string; query: Query; keptAs?: Query },
  answer: Answer,
): Promise<{ answer: v.InferOutput<Answer>; isOld: boolean }> {
  const account = accountNow()
  const key = keyOf(path, keptAs)
  try {
    const fresh = await callApi({ path, query, answer })
    keepFor(account, [{ key, answer: fresh }])
    return { answer: fresh, isOld: false }
  } catch (error) {
    const kept = error instanceof ConnectionError ? readCachedResponse(account, key, answer) : null
    if (kept !== null) return { answer: kept, isOld: true }
    throw error
  }
}

/** The answer that this device keeps; null without one that `answer` takes. */
export function keptAnswer<Answer extends v.GenericSchema>(
  account: string,
  { path, query }: { path: string; query: Query },
  answer: Answer,
): v.InferOutput<Answer> | null {
  return readCachedResponse(account, keyOf(path, query), answer)
}

/** The device keeps this answer for the account no longer. */
export function forgetAnswer({ path, query }: { path: string; query: Query }): void {
  forgetResponse(accountNow(), keyOf(path, query))
}

/** Has this device keep no answer for the account any more, in memory neither. */
export function useForgetAnswers(): () => void {
  const { mutate } = useSWRConfig()
  return () => {
    forgetResponses(accountNow())
    void mutate(() => true, undefined)
  }
}

/** While there is no connection: when the answer that stands in was kept (milliseconds). Null otherwise. */
export function useKeptAt(path: string, query: Query = {}): number | null {
  const account = useUnit($user)?._id ?? VISITOR
  return useUnit($offline) ? readKeptAt(account, keyOf(path, query)) : null
}

function isInMemory(cache: Cache, key: Arguments): boolean {
  return cache.get(unstable_serialize(key))?.data !== undefined
}

/** Somebody may have logged out meanwhile: nothing of theirs is written down any more. */
function keepFor(account: string, answers: { key: string; answer: unknown }[]): void {
  if (account !== accountNow()) return
  for (const { key, answer } of answers) cacheResponse(account, key, answer)
}

function accountNow(): string {
  return signedInUser()?._id ?? VISITOR
}

function keyOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}
