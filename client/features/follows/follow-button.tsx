import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Check, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { DeliveryStateLabel } from '../../core/sync/delivery-state-label.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { ownPartSeen } from '../../entities/content/use-count-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { FollowState } from './follow-state.ts'
import { setFollow } from './set-follow.ts'
import { useFollow } from './use-follow.ts'

type Props = {
  performerId: string
  /** Null where nothing more is known than that the creator is followed. */
  creator: Creator | null
  className?: string
  /** Hears what is meant, before it shows. */
  onSet?: (following: boolean) => void
  /** Answers once whether the account was asked for in order to follow this creator. */
  takeIntention?: () => boolean
}

/** Follows and unfollows, and says in words what has not reached the server. */
export function FollowButton({ performerId, creator, className, onSet, takeIntention }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const state = useFollow(performerId)
  const following = state?.following ?? false
  const action = useActionWithToast(
    async () => {
      onSet?.(!following)
      await setFollow(sync, { performerId, following: !following, creator })
    },
    t`Error occurred, please try again later`,
  )
  useCountedFollow(creator, state)
  const isRead = state !== undefined
  useEffect(() => {
    // Taken also where it is done already, so that it is not done later.
    if (isRead && takeIntention?.() && !following) void action.run()
  })
  return (
    <div className={cx('grid justify-items-center gap-1', className)}>
      <Button
        kind={following ? 'secondary' : 'primary'}
        className="w-full px-4"
        disabled={!state}
        icon={following ? <Check className="size-4.5" /> : <UserPlus className="size-4.5" />}
        onClick={() => void action.run()}
      >
        {following ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        {creator && <span className="sr-only"> {creator.name}</span>}
      </Button>
      <span role="status" className="contents">
        {state && <DeliveryStateLabel sending={state.sending} />}
      </span>
    </div>
  )
}

/** Tells the number of followers beside it of a follow that the server has not counted yet. */
function useCountedFollow(creator: Creator | null, state: FollowState | undefined): void {
  const tell = useUnit(ownPartSeen)
  const id = creator?._id
  const counted = creator?.counts?.followers
  const { isCounted, following } = state ?? {}
  useEffect(() => {
    if (counted === undefined || following === undefined) return
    tell({ of: `followers ${id}`, counted, before: isCounted ? 1 : 0, now: following ? 1 : 0 })
  }, [tell, id, counted, isCounted, following])
}
