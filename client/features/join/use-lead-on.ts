import { useNavigate } from '@tanstack/react-router'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { currentSync, subscribeToSync } from '../../core/sync/sync.ts'

/** Leads to the page of a creator once the device hears that the viewer, who was asked to pay, is subscribed. */
export function useLeadOn({ _id: id, username }: Participant, isAsked: boolean): void {
  const navigate = useNavigate()
  const sync = useSyncExternalStore(subscribeToSync, currentSync)
  const held = useLiveQuery(
    async () => (isAsked ? await sync?.db.subscriptions.where('performerId').equals(id).toArray() : undefined),
    [isAsked, sync, id],
  )
  const isSubscribed = isAsked && held?.some(({ status }) => status === 'active') === true
  useEffect(() => {
    if (isSubscribed) void navigate({ to: '/$profileId', params: { profileId: username ?? id } })
  }, [isSubscribed, navigate, username, id])
}
