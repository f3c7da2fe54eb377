import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Bookmark, Heart } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import type { ReactionButtonsProps } from './reaction-buttons.tsx'

// A visitor's page does without the database that it reads.
const OwnReactions = lazyAgain(async () => (await import('./reaction-buttons.tsx')).OwnReactions)

type Props = ReactionButtonsProps & {
  /** Where a visitor comes back to after the login. */
  path: string
}

/** Likes and bookmarks of an object: buttons for an account, and the way to the login for a visitor. */
export function Reactions({ path, ...reactions }: Props) {
  const { state } = useUnit($session)
  if (state === 'signed-out') return <VisitorsWay path={path} {...reactions} />
  const counted = <Counted likes={reactions.likes} />
  return (
    <WithSync fallback={counted}>
      <Suspense fallback={counted}>
        <OwnReactions {...reactions} />
      </Suspense>
    </WithSync>
  )
}

function VisitorsWay({ path, likes, isLocked }: Omit<Props, 'of'>) {
  const { t, i18n } = useLingui()
  const count = likes > 0 ? i18n.number(likes) : ''
  return (
    <>
      {!isLocked && (
        <ToLogin path={path} label={count ? `${t`Like`}, ${count}` : t`Like`} Icon={Heart}>
          {count}
        </ToLogin>
      )}
      <ToLogin path={path} label={t`Bookmark`} Icon={Bookmark} />
    </>
  )
}

type ToLoginProps = { path: string; label: string; Icon: LucideIcon; children?: ReactNode }

function ToLogin({ path, label, Icon, children }: ToLoginProps) {
  return (
    <Link
      to="/auth/login"
      search={{ next: path }}
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
