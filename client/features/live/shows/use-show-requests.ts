import { ShowRequests } from '@vesper/sync/vesper/api/live-shows.ts'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { useEffect } from 'react'
import useSWR from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { onSocket, onSocketReady } from '../../../core/live/socket.ts'

const KEY = 'show requests'

/** The open requests of the creator who is signed in, by events and anew after each connection; the oldest first. */
export function useShowRequests(): readonly Show[] {
  const { data, mutate } = useSWR<readonly Show[], unknown>(
    KEY,
    async () => (await callApi({ path: '/streaming/shows/requests', answer: ShowRequests })).data,
    listTiming,
  )
  useEffect(() => {
    const stops = [
      onSocket('show:state', (show) => void mutate((open) => withShow(open ?? [], show), { revalidate: false })),
      onSocketReady(() => void mutate()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [mutate])
  return data ?? []
}

function withShow(open: readonly Show[], show: Show): Show[] {
  const others = open.filter(({ _id }) => _id !== show._id)
  return show.status === 'requested' ? [...others, show] : others
}
