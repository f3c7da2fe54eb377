import { TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { useEffect } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { onSocket } from '../../core/live/socket.ts'

/** A creator's menu and goal, those of the last visit until the server answers; read anew when a stream tells of a tip. */
export function useTipMenu(performerId: string): TipMenu | undefined {
  const { data, mutate } = useKeptAnswer(`/tip-menu/${performerId}`, TipMenu)
  useEffect(
    () => onSocket('tips:changed', (event) => void (event.performerId === performerId && mutate())),
    [performerId, mutate],
  )
  return data
}
