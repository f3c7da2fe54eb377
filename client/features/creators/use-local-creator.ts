import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $syncStatus } from '../../core/connection/model.ts'
import { currentSync } from '../../core/sync/sync.ts'

/**
 * The creator of a page, by id or username, as the account's database holds one who is followed; null where it does not.
 * The engine's status says when to look: a live query would bring the database's code to visitors.
 */
export function useLocalCreator(profileId: string): Creator | null {
  const status = useUnit($syncStatus)
  const [held, setHeld] = useState<{ profileId: string; creator: Creator | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    heldCreator(profileId)
      .then((creator) => isCurrent && setHeld({ profileId, creator }))
      .catch((error: unknown) => console.warn('The creator could not be read from this device', error))
    return () => {
      isCurrent = false
    }
  }, [profileId, status])
  return held?.profileId === profileId ? held.creator : null
}

async function heldCreator(profileId: string): Promise<Creator | null> {
  const creators = currentSync()?.db.creators
  return (await creators?.where('username').equals(profileId.toLowerCase()).or('_id').equals(profileId).first()) ?? null
}
