import { useUnit } from 'effector-react'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import type * as v from 'valibot'
import { callApi } from './api.ts'
import { $user } from './features/session/model.ts'
import { currentSession } from './session.ts'
import { keepAnswer, readKept } from './kept-answers.ts'

const VISITOR = 'visitor'

type Query = Record<string, string | number>

export type Part = { path: string; answer: unknown }

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
  { query = {}, parts }: { query?: Query; parts?: (answer: v.InferOutput<Answer>) => Part[] } = {},
): SWRResponse<v.InferOutput<Answer>, unknown> {
  const account = useUnit($user)?._id ?? VISITOR
  const key = keyOf(path, query)
  return useSWR<v.InferOutput<Answer>, unknown>(
    [account, key],
    async () => {
      const fresh = await callApi({ path, query, answer })
      // Somebody may have logged out meanwhile: nothing of theirs is written down any more.
      const session = currentSession()
      if (account !== (session.state === 'signed-out' ? VISITOR : session.user._id)) return fresh
      keepAnswer(account, key, fresh)
      for (const part of parts?.(fresh) ?? []) keepAnswer(account, keyOf(part.path), part.answer)
      return fresh
    },
    { ...listTiming, fallbackData: readKept<v.InferOutput<Answer>>(account, key) ?? undefined },
  )
}

function keyOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}
