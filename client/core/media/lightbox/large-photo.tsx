import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useState } from 'react'
import { PlaceholderCanvas } from '../../../ui/controls/placeholder-canvas.tsx'
import { WhyMissing } from '../image-unavailable.tsx'
import { useImageRetry } from '../use-image-retry.ts'

export type LightboxPhoto = Pick<FileRecord, '_id' | 'url' | 'thumbnailUrl' | 'placeholder'> & { alt?: string }

type Props = {
  photo: LightboxPhoto
  /** False for a neighbour where data are spared: its thumbnail stands alone. */
  isLarge: boolean
}

const fit = 'max-h-[88dvh] max-w-[94vw] object-contain'

/** A photo as large as the screen. Its thumbnail is on this device already, and stands until the large one has come. */
export function LargePhoto({ photo, isLarge }: Props) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const [isMissing, onMissing] = useImageRetry(isLarge ? photo.url : null)
  const small = photo.thumbnailUrl ?? photo.url
  return (
    <div className="relative grid max-h-[88dvh] max-w-[94vw] place-items-center *:col-start-1 *:row-start-1">
      {!isShown && photo.placeholder && (
        <PlaceholderCanvas hash={photo.placeholder} className="h-[60dvh] max-w-[94vw] object-contain blur-xl" />
      )}
      {!isShown && <img src={small} alt="" draggable={false} className={fit} />}
      {isMissing ? (
        <p className="self-end rounded-full bg-[#000b] px-4 py-2 text-sm">
          <WhyMissing />
        </p>
      ) : (
        isLarge && (
          <img
            src={photo.url}
            alt={photo.alt || t`Photo`}
            draggable={false}
            onLoad={() => setShown(true)}
            onError={onMissing}
            className={isShown ? fit : 'size-px opacity-0'}
          />
        )
      )}
    </div>
  )
}
