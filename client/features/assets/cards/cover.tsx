import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { Images, Lock, Package, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { BeingPrepared } from '../../../core/media/being-prepared.tsx'
import { ImageUnavailable } from '../../../core/media/image-unavailable.tsx'
import { SizedImage } from '../../../core/media/sized-image.tsx'
import { useImageRetry } from '../../../core/media/use-image-retry.ts'
import { PlaceholderCanvas } from '../../../ui/controls/placeholder-canvas.tsx'
import { Placeholder } from '../../../ui/controls/placeholder.tsx'
import { cx } from '../../../ui/cx.ts'
import { Condition } from './condition.tsx'

type Shown = Pick<AssetCard, 'kind' | 'access' | 'price' | 'cover' | 'isLocked'>

type Props = {
  asset: Shown
  /** Its shape. */
  className: string
  /** How much room it has on the page. */
  place?: 'tile' | 'card'
  /** Stands over the picture. */
  children?: ReactNode
}

const icons = { gallery: Images, photo: Images, video: Video, product: Package }

/** The picture of an asset. A locked one says what opens it, over no more than the server has sent. */
export function Cover({ asset, className, place = 'tile', children }: Props) {
  const { cover, isLocked, kind } = asset
  const [isMissing, onMissing] = useImageRetry(cover?.url ?? null)
  const Icon = icons[kind]
  return (
    <span className={cx('relative block w-full overflow-hidden bg-raised', className)}>
      {cover?.placeholder ? (
        isLocked ? (
          <PlaceholderCanvas hash={cover.placeholder} className="absolute inset-0 size-full scale-110 blur-lg" />
        ) : (
          <Placeholder hash={cover.placeholder} />
        )
      ) : (
        !cover?.url &&
        !cover?.isProcessing &&
        !isLocked && (
          <span className="absolute inset-0 grid place-items-center text-faint">
            <Icon className="size-10" aria-hidden="true" />
          </span>
        )
      )}
      {cover?.url &&
        (isMissing ? (
          !isLocked && <ImageUnavailable />
        ) : (
          <SizedImage
            src={cover.url}
            width={cover.width}
            place={place}
            onError={onMissing}
            className="absolute inset-0 size-full object-cover"
          />
        ))}
      {cover?.isProcessing && !isLocked && <BeingPrepared className="absolute inset-0 text-muted" />}
      {isLocked && (
        <span className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 bg-veil px-3 text-center text-sm font-semibold text-white">
          <Lock className="size-6" aria-hidden="true" />
          <span>
            <Condition asset={asset} />
          </span>
        </span>
      )}
      {children}
    </span>
  )
}

/** A word in the corner of a cover. */
export function CoverNote({ children }: { children: ReactNode }) {
  return (
    <span className="absolute end-2 bottom-2 rounded-full bg-[#000b] px-2 py-0.5 text-xs font-semibold text-white tabular-nums">
      {children}
    </span>
  )
}
