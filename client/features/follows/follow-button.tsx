import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/records/creator.ts'
import { Check, CircleAlert, Clock3, UserPlus } from 'lucide-react'
import { textOf, translated } from '../../error-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { useSync } from '../../with-sync.tsx'
import type { FollowSending } from './follow-state.ts'
import { setFollow } from './set-follow.ts'
import { useFollow } from './use-follow.ts'

type Props = {
  performerId: string
  /** Null where nothing more is known than that the creator is followed. */
  creator: Creator | null
  className?: string
  /** Hears that what is meant now is kept. */
  onSet?: (following: boolean) => void
}

/** Follows and unfollows, and says in words what has not reached the server. */
export function FollowButton({ performerId, creator, className, onSet }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const state = useFollow(performerId)
  const following = state?.following ?? false
  const action = useAction(async () => {
    try {
      await setFollow(sync, { performerId, following: !following, creator })
      onSet?.(!following)
    } catch (error) {
      void showToast('error', textOf(error, t`Error occurred, please try again later`))
    }
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
        {state && <SendingWord sending={state.sending} />}
      </span>
    </div>
  )
}

function SendingWord({ sending }: { sending: FollowSending }) {
  if (sending.kind === 'waiting') {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-semibold text-warn-ink">
        <Clock3 className="size-3.5" aria-hidden="true" />
        <Trans>Waiting</Trans>
      </span>
    )
  }
  if (sending.kind !== 'failed') return null
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger-ink">
      <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
      <span>
        <Trans>Failed</Trans>
        {sending.reason && <span className="font-normal"> {translated(sending.reason)}</span>}
      </span>
    </span>
  )
}
