import { StreamList } from '@vesper/sync/vesper/api/live-streams.ts'
import { useCallback, useEffect, useMemo } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { wantLive } from './use-live-name.ts'

const PATH = '/streaming/user/search'
const query = { pageSize: 50 }

/**
 * The streams that the viewer finds now, with the most viewers first; those of the last visit until the server answers.
 * `LiveWatch` keeps them fresh.
 */
export function useLiveNow() {
  useEffect(wantLive, [])
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, StreamList, { query })
  return {
    streams: useMemo(() => data?.data.filter(({ status }) => status !== 'ended'), [data]),
    error: data ? null : error,
    isLoading: isLoading && !data,
    reload: useCallback(() => void mutate(), [mutate]),
  }
}
