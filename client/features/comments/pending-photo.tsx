import { Trans, useLingui } from '@lingui/react/macro'
import type { Upload } from '@vesper/sync/engine/store.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { CircleAlert } from 'lucide-react'
import { useUploadPreview } from '../../core/media/use-upload-preview.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The photo of a comment that is not on the server, and how much of it was uploaded; nothing for a comment without one. */
export function PendingPhoto({ commentId }: { commentId: string }) {
  const { t } = useLingui()
  const upload = useUploadOf(commentId)
  const url = useUploadPreview(commentId, upload !== undefined)
  if (!upload) return null
  return (
    <span className="relative grid min-h-16 min-w-40 place-items-center justify-self-start overflow-hidden rounded-card bg-raised">
      {url && (
        <img src={url} alt={t`Photo of this comment`} className="h-auto max-h-60 w-auto max-w-full object-contain" />
      )}
      {upload.state === 'rejected' && (
        <CircleAlert className="absolute size-10 text-white drop-shadow" aria-hidden="true" />
      )}
      <PhotoProgress upload={upload} />
    </span>
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
    <span className="absolute inset-x-2 bottom-2 grid gap-1 rounded-full bg-[#000a] px-3 py-1.5 text-center text-xs text-white">
      {state === 'waiting' ? (
        <Trans>Waiting to upload</Trans>
      ) : (
        <Progress value={size > 0 ? sent / size : 0} label={t`Uploading`} />
      )}
    </span>
  )
}
