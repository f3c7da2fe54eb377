import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useMissingPicture } from '../../core/media/use-image-retry.ts'

/** The photo of a comment; nothing while it is not within reach. */
export function CommentPhoto({ file }: { file: FileRecord }) {
  const { t } = useLingui()
  const [isMissing, onMissing] = useMissingPicture(file.url)
  if (isMissing) return null
  return (
    <a href={file.url} target="_blank" rel="noopener" className="justify-self-start">
      <img
        src={file.thumbnailUrl ?? file.url}
        alt={t`Photo of this comment`}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading="lazy"
        decoding="async"
        onError={onMissing}
        className="h-auto max-h-60 w-auto max-w-full rounded-card bg-raised"
      />
    </a>
  )
}
