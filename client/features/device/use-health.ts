import type { Health } from '@vesper/sync/engine/health.ts'
import { useCallback, useEffect, useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'

const LOOK_MS = 3_000

type Looked = { health: Health | null; hasFailed: boolean }

/** How this device stands, looked at again with every change of the engine and every few seconds. */
export function useHealth(): Looked & { look: () => void } {
  const sync = useSync()
  const [looked, setLooked] = useState<Looked>({ health: null, hasFailed: false })
  const look = useCallback(() => {
    lookAt(sync).then(
      (health) => setLooked({ health, hasFailed: false }),
      (error: unknown) => {
        console.warn('The device could not be looked at', error)
        setLooked(({ health }) => ({ health, hasFailed: true }))
      },
    )
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
  return { ...looked, look }
}

/** Loaded as it is needed, see `use-verify.ts`. */
async function lookAt(sync: Sync): Promise<Health> {
  const { readHealth } = await import('@vesper/sync/engine/health.ts')
  return readHealth(sync)
}
