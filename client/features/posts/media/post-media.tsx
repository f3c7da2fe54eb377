import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { BeingPrepared } from '../../../core/media/being-prepared.tsx'
import { frameOfVideo } from '../../../core/media/playable-video.ts'
import { VideoTile } from '../../../core/media/player/video-player.tsx'
import { SoundPlayer } from '../../../core/media/sound/sound-player.tsx'
import { PostPhotos } from './post-photos.tsx'

/** The photos, videos and sounds of a post. `label` names them for screen readers. */
export function PostMedia({ files, label }: { files: readonly FileRecord[]; label: string }) {
  const photos = files.filter(({ type }) => type === 'photo')
  const videos = files.filter(({ type }) => type === 'video')
  const sounds = files.filter(({ type }) => type === 'audio')
  return (
    <>
      <PostPhotos files={photos} />
      {videos.map((file) =>
        file.status === 'ready' ? (
          <VideoTile key={file._id} file={file} label={label} />
        ) : (
          <Preparing key={file._id} aspectRatio={frameOfVideo(file)} />
        ),
      )}
      {sounds.length > 0 && (
        <div className="grid gap-2 px-4 py-3">
          {sounds.map((file) =>
            file.status === 'ready' ? (
              <SoundPlayer key={file._id} file={file} label={label} />
            ) : (
              <Preparing key={file._id} aspectRatio={8} />
            ),
          )}
        </div>
      )}
    </>
  )
}

function Preparing({ aspectRatio }: { aspectRatio: number }) {
  return (
    <span className="block w-full" style={{ aspectRatio }}>
      <BeingPrepared className="size-full bg-raised text-muted" />
    </span>
  )
}
