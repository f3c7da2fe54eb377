import { Trans, useLingui } from '@lingui/react/macro'
import type { Upload } from '@vesper/sync/engine/store.ts'
import { CircleAlert } from 'lucide-react'
import { useUploadPreview } from '../../core/media/use-upload-preview.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Progress } from '../../ui/controls/progress.tsx'
import { photoFrameOf } from './photo-frame.ts'

/** The photo of a comment that is not on the server, and how much of it was uploaded; nothing for a comment without one. */
export function PendingPhoto({ commentId }: { commentId: string }) {
  const { t } = useLingui()
  const upload = useUploadOf(commentId)
  const url = useUploadPreview(commentId, upload !== undefined)
  if (!upload) return null
  return (
    <div className="grid justify-items-start gap-1">
      <span
        className="relative grid max-w-full place-items-center overflow-hidden rounded-card bg-raised"
        style={photoFrameOf(upload)}
      >
        {url && <img src={url} alt={t`Photo of this comment`} className="absolute inset-0 size-full object-cover" />}
        {upload.state === 'rejected' && (
          <CircleAlert className="relative size-10 text-white drop-shadow" aria-hidden="true" />
        )}
      </span>
      <PhotoProgress upload={upload} />
    </div>
  )
}

/** The upload of the photo of a comment; undefined without one. */
export function useUploadOf(commentId: string): Upload | undefined {
  const { db } = useSync()
  return useLiveQuery(() => db.uploads.get(commentId), [db, commentId])
}

function PhotoProgress({ upload: { state, size, sent } }: { upload: Upload }) {
  const { t } = useLingui()
  if (state !== 'waiting' && state !== 'sending') return null
  return (
    <span className="grid w-40 max-w-full gap-1 text-xs text-muted">
      {state === 'waiting' ? (
        <Trans>Waiting to upload</Trans>
      ) : (
        <Progress value={size > 0 ? sent / size : 0} label={t`Uploading`} />
      )}
    </span>
  )
}
