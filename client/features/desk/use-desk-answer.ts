import { useUnit } from 'effector-react'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'

/** Reads an answer of the desk. The device keeps nothing of it: it is gone with the tab. */
export function useDeskAnswer<Answer extends v.GenericSchema>(
  path: string,
  answer: Answer,
): SWRResponse<v.InferOutput<Answer>, unknown> {
  const account = useUnit($user)?._id
  const ask = () => callApi({ path, answer })
  return useSWR<v.InferOutput<Answer>, unknown>(account ? [account, path] : null, ask, listTiming)
}
