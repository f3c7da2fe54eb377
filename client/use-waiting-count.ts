import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $syncStatus } from './features/connection/model.ts'
import { currentSync } from './sync.ts'
import { countUnsentIn } from './unsent-memory.ts'

/**
 * How much of what people made has not reached the server, as the outbox page lists it. The engine's status says when to
 * count: a live query would bring the database's code into the app's first load.
 */
export function useWaitingCount(): number {
  const status = useUnit($syncStatus)
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const sync = status && status.pending + status.rejected > 0 ? currentSync() : null
    const counted = sync ? countUnsentIn(sync) : Promise.resolve(0)
    counted
      .then((found) => isCurrent && setCount(found))
      .catch((error: unknown) => console.warn('The outbox could not be counted', error))
    return () => {
      isCurrent = false
    }
  }, [status])
  return count
}
