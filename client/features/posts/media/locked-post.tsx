import { Trans } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Lock, Play } from 'lucide-react'
import { useState } from 'react'
import { VideoPlayer } from '../../../core/media/player/video-player.tsx'
import { SizedImage } from '../../../core/media/sized-image.tsx'
import { useDataSaverImage } from '../../../core/media/use-data-saver-image.ts'
import { useImageRetry } from '../../../core/media/use-image-retry.ts'
import { FileKinds } from '../../../entities/content/file-kinds.tsx'
import { FollowToOpen } from '../../../entities/content/follow-to-open.tsx'
import { LockedCondition, LockedFrame } from '../../../entities/content/locked-frame.tsx'
import { pagePath } from '../../../entities/content/page-path.ts'
import { SubscribeToOpen } from '../../../entities/content/subscribe-to-open.tsx'
import { UnlockButton } from '../../../entities/content/unlock-button.tsx'
import { PlaceholderCanvas } from '../../../ui/controls/placeholder-canvas.tsx'
import { photoAspectRatio } from './photo-aspect-ratio.ts'

type Props = { post: Post; label: string }

/** The card of a locked post: its public part, and how to open it. */
export function LockedPost({ post, label }: Props) {
  const { cover, thumbnail } = post
  // A clip in processing has no bytes to ask for.
  const teaser = post.teaser?.status === 'ready' ? post.teaser : null
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying && teaser) {
    return (
      <>
        <VideoPlayer file={teaser} label={label} isStarted />
        <p className="flex items-center gap-2 px-4 py-3 text-sm font-semibold">
          <Lock className="size-4.5 shrink-0" aria-hidden="true" />
          <LockedCondition {...post} />
        </p>
        <div className="px-4 pb-3">
          <Unlock post={post} />
        </div>
      </>
    )
  }
  const frame = thumbnail ?? cover
  return (
    <LockedFrame
      terms={post}
      aspectRatio={frame ? photoAspectRatio(frame.width, frame.height) : 3}
      picture={
        <>
          {frame?.placeholder && (
            <PlaceholderCanvas hash={frame.placeholder} className="absolute inset-0 size-full scale-110 blur-lg" />
          )}
          {thumbnail?.status === 'ready' && <Thumbnail file={thumbnail} />}
        </>
      }
      holds={post.fileCount > 0 ? <FileKinds counts={post.fileCounts} total={post.fileCount} /> : null}
    >
      {teaser && (
        <button
          type="button"
          onClick={() => setPlaying(true)}
          className="inline-flex min-h-target items-center gap-2 rounded-full bg-[#000a] px-4 font-semibold text-white hover:bg-[#000d]"
        >
          <Play className="size-5 fill-current" aria-hidden="true" />
          <Trans>Play teaser</Trans>
        </button>
      )}
      <Unlock post={post} />
    </LockedFrame>
  )
}

/** Its placeholder stays where the picture does not come. */
function Thumbnail({ file }: { file: FileRecord }) {
  const src = file.thumbnailUrl ?? file.url
  const [isMissing, onMissing] = useImageRetry(src)
  const { isSpared } = useDataSaverImage(src)
  if (isMissing || isSpared) return null
  return (
    <SizedImage
      src={file.url}
      small={src}
      width={file.width}
      place="card"
      isMain
      draggable={false}
      onError={onMissing}
      className="absolute inset-0 size-full object-cover"
    />
  )
}

/** Buys the post, subscribes or follows, for somebody signed in; the dialog shows the price again. */
function Unlock({ post: { _id: id, performerId: ownerId, access, price, unready } }: { post: Post }) {
  if (access === 'subscribers') return <SubscribeToOpen performerId={ownerId} page={pagePath('feed', id)} />
  if (access === 'followers') return <FollowToOpen performerId={ownerId} thingId={id} page={pagePath('feed', id)} />
  if (access !== 'paid') return null
  return <UnlockButton content={{ type: 'feed', id, ownerId, price }} unready={unready} />
}
