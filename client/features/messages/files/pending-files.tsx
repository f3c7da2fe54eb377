import { Trans, useLingui } from '@lingui/react/macro'
import type { Upload } from '@vesper/sync/engine/store.ts'
import { CircleAlert, CirclePlay, Music } from 'lucide-react'
import { attachmentType } from '../../../core/media/attachment-problem.ts'
import type { AttachmentKind } from '../../../core/media/attachment-problem.ts'
import { shapeOf } from '../../../core/media/upload-previews.ts'
import { useUploadPreview } from '../../../core/media/use-upload-preview.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { chosenFile } from '../../../entities/library/chosen-files.ts'
import { Progress } from '../../../ui/controls/progress.tsx'
import { cx } from '../../../ui/cx.ts'
import { attachmentOfChosen } from '../composer/attachment-of-chosen.ts'
import type { Attachment } from '../composer/composer-model.ts'
import { gridClass, attachmentFrame, tileClass } from './attachment-frame.ts'
import { LocalPreview } from './local-preview.tsx'

/** The files of a message on its way: what they show, and how much of each has gone up. */
export function PendingFiles({ fileIds }: { fileIds: readonly string[] }) {
  const { db } = useSync()
  const uploads = useLiveQuery(() => db.uploads.bulkGet([...fileIds]), [db, fileIds.join()])
  return (
    <div className={fileIds.length > 1 ? gridClass : 'max-w-full'}>
      {fileIds.map((fileId, index) => (
        <PendingFile
          key={fileId}
          fileId={fileId}
          upload={uploads?.[index]}
          tile={fileIds.length > 1 ? tileClass(index, fileIds.length) : null}
        />
      ))}
    </div>
  )
}

type FileProps = {
  fileId: string
  upload: Upload | undefined
  /** Null for the only file of a message, which keeps its shape. */
  tile: string | null
}

function PendingFile({ fileId, upload, tile }: FileProps) {
  const { t } = useLingui()
  const url = useUploadPreview(fileId, upload !== undefined)
  const chosen = upload ? null : chosenPreview(fileId)
  const type = chosen?.type ?? attachmentType(upload?.mimeType ?? '') ?? 'photo'
  const shown = url ?? chosen?.previewUrl
  const frame = attachmentFrame(shapeOf(fileId))
  return (
    <div
      className={cx('relative max-w-full overflow-hidden bg-overlay', tile ?? 'min-w-40')}
      {...(tile ? {} : { style: { inlineSize: frame.width, aspectRatio: `${frame.width} / ${frame.height}` } })}
    >
      {shown && type !== 'audio' && <LocalPreview url={shown} isVideo={type === 'video'} alt={t`Photo`} />}
      <span className="absolute inset-0 grid place-items-center text-white">
        <FileIcon upload={upload} type={type} />
      </span>
      {upload && <UploadProgress upload={upload} />}
    </div>
  )
}

/** A file of the library is on the server: this device has nothing to send of it. */
function chosenPreview(fileId: string): Attachment | undefined {
  const file = chosenFile(fileId)
  return file && attachmentOfChosen(file)[0]
}

function FileIcon({ upload, type }: { upload: Upload | undefined; type: AttachmentKind }) {
  const icon = 'size-10 drop-shadow'
  if (upload?.state === 'rejected') return <CircleAlert className={icon} aria-hidden="true" />
  if (type === 'audio') return <Music className={icon} aria-hidden="true" />
  return type === 'video' && <CirclePlay className={icon} aria-hidden="true" />
}

function UploadProgress({ upload }: { upload: Upload }) {
  const { t } = useLingui()
  if (upload.state !== 'waiting' && upload.state !== 'sending') return null
  const share = upload.size > 0 ? upload.sent / upload.size : 0
  return (
    <span className="absolute inset-x-2 bottom-2 grid gap-1 rounded-full bg-[#000a] px-3 py-1.5 text-center text-xs text-white">
      {upload.state === 'waiting' ? <Trans>Waiting to upload</Trans> : <Progress value={share} label={t`Uploading`} />}
    </span>
  )
}
