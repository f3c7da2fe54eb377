import { Plural, Trans } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Lock } from 'lucide-react'
import { PlaceholderCanvas } from '../../ui/placeholder-canvas.tsx'
import { frameOf } from './photo-aspect-ratio.ts'

/** What stands in place of a post that the viewer may not read: a blur, and what would open it. */
export function LockedPhoto({ post }: { post: Post }) {
  const { cover } = post
  return (
    <div
      className="relative overflow-hidden bg-raised"
      style={{ aspectRatio: cover ? frameOf(cover.width, cover.height) : 3 }}
    >
      {cover?.placeholder && (
        <PlaceholderCanvas hash={cover.placeholder} className="absolute inset-0 size-full scale-110 blur-lg" />
      )}
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-veil px-6 text-center text-sm text-white">
        <Lock className="size-8" aria-hidden="true" />
        <p className="font-semibold">
          <Condition post={post} />
        </p>
        {post.fileCount > 0 && (
          <p>
            <Plural value={post.fileCount} one="# photo" other="# photos" />
          </p>
        )}
      </div>
    </div>
  )
}

function Condition({ post: { access, price } }: { post: Post }) {
  if (access === 'followers') return <Trans>Follow to see this post</Trans>
  if (access === 'paid') {
    return <Plural value={price} one="This post costs # token" other="This post costs # tokens" />
  }
  return <Trans>For subscribers</Trans>
}
