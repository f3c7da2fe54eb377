import { StreamList } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useEffect } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'

const PATH = '/streaming/user/search'
const query = { pageSize: 50 }
/** Streams begin and end: an older list is looked at again after so long, while it is on screen. */
const AGAIN_MS = 30_000

/** The streams that the viewer finds now, with the most viewers first; those of the last visit until the server answers. */
export function useLiveNow() {
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, StreamList, { query })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void mutate(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [mutate])
  return {
    streams: data?.data.filter(({ status }) => status !== 'ended'),
    error: data ? null : error,
    isLoading: isLoading && !data,
    reload: () => void mutate(),
  }
}

/** The stream of one creator that runs now, as the list was last read; null without one. */
export function useLiveOf(performerId: string): Stream | null {
  const { data } = useKeptAnswer(PATH, StreamList, { query })
  return data?.data.find(({ performer, status }) => performer._id === performerId && status !== 'ended') ?? null
}
