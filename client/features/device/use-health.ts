import { readHealth } from '@vesper/sync/health.ts'
import type { Health } from '@vesper/sync/health.ts'
import { useCallback, useEffect, useState } from 'react'
import { useSync } from '../../with-sync.tsx'

const LOOK_MS = 3_000

/** How this device stands, looked at again with every change of the engine and every few seconds. */
export function useHealth(): { health: Health | null; look: () => void } {
  const sync = useSync()
  const [health, setHealth] = useState<Health | null>(null)
  const look = useCallback(() => {
    readHealth(sync).then(setHealth, (error: unknown) => console.warn('The device could not be looked at', error))
  }, [sync])
  useEffect(() => {
    look()
    const timer = setInterval(look, LOOK_MS)
    const unsubscribe = sync.subscribe(look)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [sync, look])
  return { health, look }
}
