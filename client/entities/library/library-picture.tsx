import { useLingui } from '@lingui/react/macro'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { CirclePlay, FileBox, ImageOff, Music } from 'lucide-react'
import { ImageUnavailable } from '../../core/media/image-unavailable.tsx'
import { useImageRetry } from '../../core/media/use-image-retry.ts'
import { Placeholder } from '../../ui/controls/placeholder.tsx'

const icons = { photo: ImageOff, video: CirclePlay, audio: Music, other: FileBox }

/** The square picture of a file of the library; `name` is read out. */
export function LibraryPicture({ file: entry, name }: { file: LibraryFile; name: string }) {
  const { t } = useLingui()
  const picture = entry.file?.thumbnailUrl ?? null
  const [isMissing, onMissing] = useImageRetry(picture)
  const Icon = icons[entry.type]
  const placeholder = entry.file?.placeholder
  return (
    <span className="relative grid aspect-square place-items-center overflow-hidden text-faint">
      {placeholder && <Placeholder hash={placeholder} />}
      {picture && !isMissing && (
        <img
          src={sizedUrl(picture, 320)}
          alt={name || t`Photo`}
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
    </span>
  )
}
