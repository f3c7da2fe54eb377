import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Bookmark, Heart } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { keepIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import type { ReactionButtonsProps } from './reaction-buttons.tsx'

// A visitor's page does without the database that it reads.
const OwnReactions = lazyAgain(async () => (await import('./reaction-buttons.tsx')).OwnReactions)

type Props = ReactionButtonsProps & {
  /** Where a visitor comes back to. */
  path: string
}

/** Likes and bookmarks of an object: buttons for an account. A visitor signs up first, and has it liked on the way back. */
export function Reactions({ path, ...reactions }: Props) {
  const { state } = useUnit($session)
  if (state === 'signed-out') return <VisitorsWay path={path} {...reactions} />
  const counted = <Counted likes={reactions.likes} />
  return (
    <WithSync fallback={counted} canWait>
      <Suspense fallback={counted}>
        <OwnReactions {...reactions} />
      </Suspense>
    </WithSync>
  )
}

function VisitorsWay({ of, path, likes, isLocked }: Props) {
  const { t, i18n } = useLingui()
  const count = likes > 0 ? i18n.number(likes) : ''
  return (
    <>
      {!isLocked && (
        <ToSignUp
          purpose="like"
          id={of.objectId}
          path={path}
          label={count ? `${t`Like`}, ${count}` : t`Like`}
          Icon={Heart}
        >
          {count}
        </ToSignUp>
      )}
      <ToSignUp purpose="bookmark" id={of.objectId} path={path} label={t`Bookmark`} Icon={Bookmark} />
    </>
  )
}

type ToSignUpProps = {
  purpose: 'like' | 'bookmark'
  id: string
  path: string
  label: string
  Icon: LucideIcon
  children?: ReactNode
}

function ToSignUp({ purpose, id, path, label, Icon, children }: ToSignUpProps) {
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={() => keepIntention({ purpose, id, name: '', path })}
      aria-label={label}
      title={label}
      className="inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold text-muted transition duration-150 ease-out hover:bg-raised"
    >
      <Icon className="size-5" aria-hidden="true" />
      {children}
    </Link>
  )
}

/** The bare counts until the account's own reactions are read. */
function Counted({ likes }: { likes: number }) {
  const { t, i18n } = useLingui()
  if (likes === 0) return null
  return (
    <span className="inline-flex min-h-target items-center gap-2 px-3 text-sm text-muted">
      <Heart className="size-5" role="img" aria-label={t`Likes`} />
      {i18n.number(likes)}
    </span>
  )
}
