import { Trans, useLingui } from '@lingui/react/macro'
import { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { Lock } from 'lucide-react'
import * as v from 'valibot'
import { VideoPlayer } from '../../../core/media/player/video-player.tsx'
import { useKeptVideo } from '../../../entities/downloads/kept/keeping.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Condition } from '../cards/condition.tsx'
import { Cover } from '../cards/cover.tsx'
import { UnlockAsset } from '../cards/unlock-asset.tsx'
import { AssetDetails, AssetPage } from './asset-page.tsx'
import type { Comments } from './asset-page.tsx'
import { KeepOffline } from './keep-offline.tsx'
import { MoreVideos } from './more-videos.tsx'

type Props = {
  videoId: string
  /** The account that looks; null for a visitor. */
  account: string | null
  isVisitor: boolean
  comments?: Comments
}

/** A video: the player, or its teaser while it is locked. A kept video plays from the device. */
export function VideoPage({ videoId, account, isVisitor, comments }: Props) {
  const held = useKeptVideo(account, videoId)
  const stored = v.safeParse(AssetView, held?.kept.view)
  return (
    <AssetPage
      kind="video"
      id={videoId}
      isVisitor={isVisitor}
      comments={comments}
      standIn={stored.success ? stored.output : null}
    >
      {(video, reload) => (
        <>
          <div className="-mx-4 overflow-hidden sm:mx-0 sm:rounded-card">
            <Screen video={video} keptUrl={held === undefined ? undefined : (held?.url ?? null)} onRetry={reload} />
          </div>
          <AssetDetails asset={{ ...video, kind: 'video' }}>
            <UnlockAsset asset={video} />
            {account && !video.isLocked && video.file?.status === 'ready' && (
              <KeepOffline account={account} video={video} file={video.file} size={held?.kept.size ?? null} />
            )}
          </AssetDetails>
          <MoreVideos performerId={video.performer._id} name={video.performer.name} except={video._id} />
        </>
      )}
    </AssetPage>
  )
}

type ScreenProps = {
  video: AssetView
  /** Undefined until the device has been read: a player that has begun changes no source. */
  keptUrl: string | null | undefined
  onRetry: () => void
}

function Screen({ video, keptUrl, onRetry }: ScreenProps) {
  const { t } = useLingui()
  const { title, file, teaser, isLocked } = video
  if (isLocked && teaser?.status === 'ready') {
    return (
      <>
        <VideoPlayer file={teaser} label={t`Teaser of ${title}`} onRetry={onRetry} />
        <p className="flex items-center gap-2 bg-raised px-4 py-3 font-semibold">
          <Lock className="size-5 shrink-0" aria-hidden="true" />
          <span>
            <Condition asset={video} />
          </span>
        </p>
      </>
    )
  }
  if (isLocked || !file) return <Cover asset={video} className="aspect-video" />
  if (file.status !== 'ready') {
    return (
      <Notice>
        <Trans>This video is being prepared. It plays here in a few minutes.</Trans>
      </Notice>
    )
  }
  if (keptUrl === undefined) return <Skeleton className="aspect-video rounded-none" />
  const poster = video.thumbnail?.status === 'ready' ? video.thumbnail.url : file.posterUrl
  return <VideoPlayer file={{ ...file, posterUrl: poster }} label={title} keptUrl={keptUrl} onRetry={onRetry} />
}
