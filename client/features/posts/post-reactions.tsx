import { useLingui } from '@lingui/react/macro'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Heart } from 'lucide-react'
import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'

// A visitor's page does without the database that it reads.
const OwnReactions = lazyAgain(async () => (await import('./reaction-buttons.tsx')).OwnReactions)

/** What people make of a post: the likes, for the eye; to like and to bookmark it, for whoever is signed in. */
export function PostReactions({ post }: { post: Post }) {
  if (!isConfirmed(post) || post.status !== 'published') return null
  const counted = <Counted likes={post.likes} />
  return (
    <footer className="flex min-h-13 flex-wrap items-center gap-1 px-2 py-1">
      <WithSync fallback={counted}>
        <Suspense fallback={counted}>
          <OwnReactions post={post} />
        </Suspense>
      </WithSync>
    </footer>
  )
}

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
