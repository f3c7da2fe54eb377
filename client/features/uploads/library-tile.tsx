import { Trans, useLingui } from '@lingui/react/macro'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { CirclePlay, FileBox, ImageOff, Music } from 'lucide-react'
import { ImageUnavailable } from '../../core/media/image-unavailable.tsx'
import { useImageRetry } from '../../core/media/use-image-retry.ts'
import { PlaceholderCanvas } from '../../ui/controls/placeholder-canvas.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { useKindName } from './use-kind-name.ts'

const icons = { photo: ImageOff, video: CirclePlay, audio: Music, other: FileBox }

/** A file of the library: what it shows, its kind and day, and whether anything uses it. */
export function LibraryTile({ file: entry }: { file: LibraryFile }) {
  const { i18n } = useLingui()
  const name = useKindName(entry.type)
  const picture = entry.file?.thumbnailUrl ?? null
  const [isMissing, onMissing] = useImageRetry(picture)
  const Icon = icons[entry.type]
  const placeholder = entry.file?.placeholder
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative grid aspect-square place-items-center text-faint">
        {placeholder && <PlaceholderCanvas hash={placeholder} className="absolute inset-0 size-full object-cover" />}
        {picture && !isMissing && (
          <img
            src={picture}
            alt={name}
            loading="lazy"
            decoding="async"
            onError={onMissing}
            className="absolute inset-0 size-full object-cover"
          />
        )}
        {picture && isMissing && <ImageUnavailable />}
        {(entry.type !== 'photo' || !picture) && (
          <Icon
            className="relative size-9"
            role="img"
            aria-label={picture ? undefined : name}
            aria-hidden={picture ? true : undefined}
          />
        )}
      </div>
      <figcaption className="grid gap-0.5 px-3 py-2 text-xs text-muted">
        <span>
          {name} · {formatDate(new Date(entry.createdAt), i18n.locale, { dateStyle: 'medium' })}
        </span>
        {!entry.isHeld && <Trans>Unused: removed a week after its upload</Trans>}
      </figcaption>
    </figure>
  )
}
