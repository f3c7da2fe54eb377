import { useUnit } from 'effector-react'
import useSWR from 'swr'
import type * as v from 'valibot'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { cacheResponse, readCachedResponse } from '../../core/api/response-cache.ts'
import { listTiming, VISITOR } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'

/** Longer lists, the cities of a large state, would push other answers out of what the device keeps. */
const KEPT_CHARACTERS_MAX = 60_000

/**
 * A list of places, the kept one without a connection; undefined while it loads, where there is none, and where the server
 * knows no such place. `path` is null while nothing is asked for.
 */
export function usePlaceList<Answer extends v.GenericSchema>(
  path: string | null,
  answer: Answer,
): { list: v.InferOutput<Answer> | undefined; isLoading: boolean } {
  const account = useUnit($user)?._id ?? VISITOR
  const { data, isLoading } = useSWR<v.InferOutput<Answer>, unknown>(
    path === null ? null : ['places', account, path],
    async () => {
      const asked = path ?? ''
      try {
        const fresh = await callApi({ path: asked, answer })
        if (JSON.stringify(fresh).length <= KEPT_CHARACTERS_MAX) cacheResponse(account, asked, fresh)
        return fresh
      } catch (error) {
        const kept = error instanceof ConnectionError ? readCachedResponse(account, asked, answer) : null
        if (kept !== null) return kept
        throw error
      }
    },
    { ...listTiming, revalidateOnFocus: false },
  )
  return { list: data, isLoading }
}
