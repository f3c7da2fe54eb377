import { useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useReaction } from '../../entities/reactions/use-reaction.ts'
import { cx } from '../../ui/cx.ts'
import { isUnsent } from './merge-comments.ts'
import type { ShownComment } from './merge-comments.ts'
import { useThread } from './thread-context.ts'

/** Likes of a comment: a button for an account, their count for a visitor. One that waits to be sent has none. */
export function LikeComment({ comment }: { comment: ShownComment }) {
  const { t, i18n } = useLingui()
  const { viewer, queued } = useThread()
  if (viewer && !isUnsent(queued, comment._id)) return <OwnLike comment={comment} />
  if (comment.likes === 0) return null
  return (
    <span className="inline-flex min-h-target items-center gap-1.5 px-3 text-sm text-muted">
      <Heart className="size-4" role="img" aria-label={t`Likes`} />
      {i18n.number(comment.likes)}
    </span>
  )
}

function OwnLike({ comment }: { comment: ShownComment }) {
  const { t, i18n } = useLingui()
  const like = useReaction({ objectType: 'comment', objectId: comment._id }, 'like')
  const isOn = like?.on ?? false
  const likes = comment.likes + (isOn ? 1 : 0)
  const count = likes > 0 ? i18n.number(likes) : ''
  const action = useActionWithToast(
    async () => {
      await like?.set(!isOn)
    },
    t`Error occurred, please try again later`,
  )
  const label = t`Like comment`
  return (
    <button
      type="button"
      title={label}
      aria-label={count ? `${label}, ${count}` : label}
      aria-pressed={like?.on}
      disabled={!like}
      onClick={() => void action.run()}
      className={cx(
        'inline-flex min-h-target min-w-target items-center justify-center gap-1.5 rounded-full px-3 text-sm font-semibold transition duration-150 ease-out hover:bg-raised active:scale-95',
        isOn ? 'text-accent-ink' : 'text-muted',
      )}
    >
      <Heart className={cx('size-4', isOn && 'fill-current')} aria-hidden="true" />
      {count}
    </button>
  )
}
