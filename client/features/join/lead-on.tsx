import { useNavigate } from '@tanstack/react-router'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { useEffect } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** Leads to the page of a creator once the device hears that the viewer, who was asked to pay, is subscribed. */
export function LeadOn({ _id: id, username }: Participant) {
  const navigate = useNavigate()
  const { db } = useSync()
  const held = useLiveQuery(() => db.subscriptions.where('performerId').equals(id).toArray(), [db, id])
  const isSubscribed = held?.some(({ status }) => status === 'active') === true
  useEffect(() => {
    if (isSubscribed) void navigate({ to: '/$profileId', params: { profileId: username ?? id } })
  }, [isSubscribed, navigate, username, id])
  return null
}
