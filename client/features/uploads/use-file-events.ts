import type { FileProgress } from '@vesper/sync/vesper/live-events.ts'
import { useEffect, useRef, useState } from 'react'
import { onSocket } from '../../core/live/socket.ts'

/** The percent of own files in processing, by id. Calls `onDone` when one of them is ready or has failed. */
export function useFileEvents(onDone: () => void): ReadonlyMap<string, number | null> {
  const [progress, setProgress] = useState<ReadonlyMap<string, number | null>>(new Map())
  const done = useRef(onDone)
  useEffect(() => void (done.current = onDone))
  useEffect(
    () =>
      onSocket('file:status', ({ fileId, status, progress: percent }: FileProgress) => {
        setProgress((known) => new Map([...known, [fileId, percent]]))
        if (status === 'ready' || status === 'failed') done.current()
      }),
    [],
  )
  return progress
}
