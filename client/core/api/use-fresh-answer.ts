import { useEffect, useState } from 'react'
import type { SWRResponse } from 'swr'
import type * as v from 'valibot'
import { useKeptAnswer } from './use-cached-query.ts'

/**
 * Reads an answer that a form begins from. There is none before the server has told it since the form was opened: a form that
 * begins from an old copy would save that over what was changed on another device.
 */
export function useFreshAnswer<Answer extends v.GenericSchema>(
  path: string,
  answer: Answer,
): Pick<SWRResponse<v.InferOutput<Answer>, unknown>, 'data' | 'error' | 'mutate'> {
  const { data, error, mutate, isValidating } = useKeptAnswer(path, answer)
  const [isFresh, setFresh] = useState(false)
  const hasCome = data !== undefined && error === undefined && !isValidating
  useEffect(() => {
    if (hasCome) setFresh(true)
  }, [hasCome])
  return { data: isFresh ? data : undefined, error, mutate }
}
