import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CirclePlay, Music, X } from 'lucide-react'
import { SoundPlayer } from '../../../core/media/sound/sound-player.tsx'
import { useUploadPreview } from '../../../core/media/use-upload-preview.ts'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import type { Attachment } from '../composer/composer-model.ts'
import { LocalPreview } from './local-preview.tsx'

type Props = { attachments: Attachment[]; onRemove: (fileId: string) => void }

/** The message's attachments, each with a button to remove it. */
export function AttachmentStrip({ attachments, onRemove }: Props) {
  const { t } = useLingui()
  if (attachments.length === 0) return null
  return (
    <ul aria-label={t`Attachments`} className="flex gap-2.5 overflow-x-auto px-1 pt-1 pb-3">
      {attachments.map((file) => (
        <li key={file.fileId} className="relative shrink-0">
          <Preview file={file} />
          <button
            type="button"
            aria-label={t`Remove ${file.name}`}
            title={t`Remove`}
            onClick={() => onRemove(file.fileId)}
            className="absolute end-1 top-1 grid size-8 place-items-center rounded-full bg-[#000b] text-white transition duration-150 hover:bg-[#000] active:scale-90"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Preview({ file }: { file: Attachment }) {
  const held = useUploadPreview(file.fileId, file.state === 'ready' && !file.previewUrl)
  const url = file.previewUrl ?? held
  const frame = 'relative grid h-24 place-items-center overflow-hidden rounded-control bg-raised'
  if (file.state === 'failed') {
    return (
      <div
        className={`${frame} w-56 content-center gap-1 border border-danger-ink px-3 text-center text-xs text-danger-ink`}
      >
        <CircleAlert className="size-5" aria-hidden="true" />
        {file.reason}
      </div>
    )
  }
  if (file.type === 'audio' && file.state === 'ready' && url) {
    return (
      <div className="w-72 max-w-[70vw] pe-10">
        <SoundPlayer file={{ url, durationMs: null, waveform: null }} label={file.name} />
      </div>
    )
  }
  return (
    <div className={`${frame} w-24`}>
      {url && file.type !== 'audio' && <LocalPreview url={url} isVideo={file.type === 'video'} alt={file.name} />}
      {file.type === 'video' && file.state === 'ready' && (
        <CirclePlay className="relative size-8 text-white drop-shadow" aria-hidden="true" />
      )}
      {file.type === 'audio' && file.state === 'ready' && (
        <span className="grid max-w-full justify-items-center gap-1 px-2 text-xs text-muted">
          <Music className="size-8" aria-hidden="true" />
          <bdi className="w-full truncate">{file.name}</bdi>
        </span>
      )}
      {file.state === 'preparing' && (
        <span role="status" className="text-muted">
          <Spinner />
          <span className="sr-only">
            <Trans>Preparing {file.name}</Trans>
          </span>
        </span>
      )}
    </div>
  )
}
