import type { FileProgress } from '@vesper/sync/vesper/live-events.ts'
import { useEffect, useRef, useState } from 'react'
import { onSocket, onSocketReady } from '../../core/live/socket.ts'

/**
 * The percent of own files in processing, by id. Calls `onChange` when one of them is ready or has failed, and when
 * that may have been missed.
 */
export function useFileEvents(onChange: () => void): ReadonlyMap<string, number | null> {
  const [progress, setProgress] = useState<ReadonlyMap<string, number | null>>(new Map())
  const change = useRef(onChange)
  useEffect(() => void (change.current = onChange))
  useEffect(() => {
    // Nobody tells later what was told without a connection.
    let isBegun = false
    const stops = [
      onSocket('file:status', ({ fileId, status, progress: percent }: FileProgress) => {
        setProgress((known) => new Map([...known, [fileId, percent]]))
        if (status === 'ready' || status === 'failed') change.current()
      }),
      onSocketReady(() => {
        if (isBegun) change.current()
      }),
    ]
    isBegun = true
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return progress
}
