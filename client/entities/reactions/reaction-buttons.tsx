import { useLingui } from '@lingui/react/macro'
import { Bookmark, Heart } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { takeIntention } from '../../core/session/intention.ts'
import { DeliveryStateLabel } from '../../core/sync/delivery-state-label.tsx'
import { distinct } from '../../core/sync/delivery-state.ts'
import { cx } from '../../ui/cx.ts'
import { useReactions } from './use-reaction.ts'
import type { OwnReaction, Reacted } from './use-reaction.ts'

export type ReactionButtonsProps = {
  of: Reacted
  /** The likes of other accounts. */
  likes: number
  /** A locked object can be bookmarked only. */
  isLocked: boolean
}

/** Likes and bookmarks an object, without a connection too. */
export function OwnReactions({ of, likes: others, isLocked }: ReactionButtonsProps) {
  const { t, i18n } = useLingui()
  const [like, bookmark] = useReactions(of, 'like bookmark')
  useMeant(like, { purpose: 'like', id: of.objectId, mayBe: !isLocked })
  useMeant(bookmark, { purpose: 'bookmark', id: of.objectId })
  const likes = others + (like?.on ? 1 : 0)
  return (
    <>
      {!isLocked && <Toggle reaction={like} label={t`Like`} Icon={Heart} count={likes > 0 ? i18n.number(likes) : ''} />}
      <Toggle reaction={bookmark} label={t`Bookmark`} Icon={Bookmark} />
      <span role="status" className="ms-auto flex gap-3 px-2">
        {distinct([like, bookmark].flatMap((reaction) => reaction?.sending ?? [])).map((sending, index) => (
          <DeliveryStateLabel key={index} sending={sending} />
        ))}
      </span>
    </>
  )
}

type Meant = { purpose: 'like' | 'bookmark'; id: string; mayBe?: boolean }

/** Sets the reaction for which a visitor has signed up. One that was there before the login stays. */
function useMeant(reaction: OwnReaction | undefined, { purpose, id, mayBe = true }: Meant): void {
  const { t } = useLingui()
  const action = useActionWithToast(
    async () => {
      await reaction?.set(true)
    },
    t`Error occurred, please try again later`,
  )
  useEffect(() => {
    if (reaction && mayBe && takeIntention(purpose, id) && !reaction.on) void action.run()
  })
}

type Props = { reaction: OwnReaction | undefined; label: string; Icon: LucideIcon; count?: string }

function Toggle({ reaction, label, Icon, count }: Props) {
  const { t } = useLingui()
  const isOn = reaction?.on ?? false
  const action = useActionWithToast(
    async () => {
      await reaction?.set(!isOn)
    },
    t`Error occurred, please try again later`,
  )
  return (
    <button
      type="button"
      title={label}
      aria-label={count ? `${label}, ${count}` : label}
      aria-pressed={reaction?.on}
      disabled={!reaction}
      onClick={() => void action.run()}
      className={cx(
        'inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold transition duration-150 ease-out hover:bg-raised active:scale-95',
        isOn ? 'text-accent-ink' : 'text-muted',
      )}
    >
      <Icon className={cx('size-5', isOn && 'fill-current')} aria-hidden="true" />
      {count}
    </button>
  )
}
