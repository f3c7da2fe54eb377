import { useLingui } from '@lingui/react/macro'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { BeingPrepared } from '../../../core/media/being-prepared.tsx'
import { ImageUnavailable } from '../../../core/media/image-unavailable.tsx'
import { SizedImage } from '../../../core/media/sized-image.tsx'
import { useDataSaverImage } from '../../../core/media/use-data-saver-image.ts'
import { useImageRetry } from '../../../core/media/use-image-retry.ts'
import { ImageOverlay } from '../../../ui/controls/image-overlay.tsx'
import { Placeholder } from '../../../ui/controls/placeholder.tsx'
import { Cover } from './cover.tsx'

type Props = { photo: AssetView; onOpen: () => void }

/** A photo in a grid, which a press opens large. A locked one says what opens it. */
export function PhotoTile({ photo, onOpen }: Props) {
  const { t } = useLingui()
  const { file, title } = photo
  const small = file?.thumbnailUrl ?? file?.url ?? ''
  const [isMissing, onMissing] = useImageRetry(small || null)
  const { isSpared, widest, ask } = useDataSaverImage(small)
  if (photo.isLocked) return <Cover asset={photo} className="aspect-square rounded-control" />
  if (!file || file.status !== 'ready') {
    return <BeingPrepared className="aspect-square rounded-control bg-raised text-muted" />
  }
  return (
    <button
      type="button"
      onClick={isSpared ? ask : onOpen}
      className="relative block aspect-square w-full overflow-hidden rounded-control bg-overlay focus-visible:outline-offset-[-3px]"
    >
      <span className="sr-only">
        {isSpared ? t`Show photo` : t`Open photo`} {title}
      </span>
      {file.placeholder && <Placeholder hash={file.placeholder} />}
      {isSpared ? (
        <span aria-hidden="true">
          <ImageOverlay>{t`Show photo`}</ImageOverlay>
        </span>
      ) : isMissing ? (
        <ImageUnavailable />
      ) : (
        <SizedImage
          src={file.url}
          small={small}
          width={file.width}
          widest={widest}
          place="half"
          onError={onMissing}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </button>
  )
}
