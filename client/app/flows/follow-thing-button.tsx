import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { takeIntention } from '../../core/session/intention.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import type { FollowProps } from '../../entities/content/content-actions.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { useFollow } from '../../features/follows/use-follow.ts'

/** Follows the creator of a thing that opens to followers. The thing is read again once the server knows of the follow. */
export function FollowThingButton(props: FollowProps) {
  return (
    <WithSync fallback={null}>
      <FollowThing {...props} />
    </WithSync>
  )
}

function FollowThing({ performerId, thingId }: FollowProps) {
  useReadAgain(thingId, useFollow(performerId)?.isCounted)
  return (
    <FollowButton
      performerId={performerId}
      creator={null}
      className="min-w-32"
      takeIntention={() => takeIntention('follow', performerId)}
    />
  )
}

function useReadAgain(thingId: string, isCounted: boolean | undefined): void {
  const { mutate } = useSWRConfig()
  const before = useRef(isCounted)
  useEffect(() => {
    const hasChanged = before.current === false && isCounted === true
    before.current = isCounted
    // The path of each answer about the thing names it.
    if (hasChanged) void mutate((key) => Array.isArray(key) && String(key[1]).includes(thingId))
  }, [mutate, thingId, isCounted])
}
