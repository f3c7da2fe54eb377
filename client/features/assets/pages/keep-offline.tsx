import { useLingui } from '@lingui/react/macro'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useUnit } from 'effector-react'
import { $reducedData } from '../../../core/preferences/model.ts'
import { isDeviceFull, KeepControl } from '../../../entities/downloads/kept/keep-control.tsx'
import { cancelKeeping, startKeeping, stopKeeping, useKeeping } from '../../../entities/downloads/kept/keeping.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

type Props = {
  account: string
  video: AssetView
  file: FileRecord
  /** Bytes of the copy on this device; null where there is none. */
  size: number | null
}

/** Keeps a video on this device, and removes it from there. */
export function KeepOffline({ account, video, file, size }: Props) {
  const { t } = useLingui()
  const isReduced = useUnit($reducedData)
  const asked = copyOf(file, isReduced)
  const keep = () => {
    const { _id: videoId, title } = video
    startKeeping(account, { videoId, title, view: video, url: asked.url }).then(
      () => {},
      (error: unknown) => {
        console.warn(error)
        void showToast(
          'error',
          isDeviceFull(error)
            ? t`There is not enough room on this device for this video.`
            : t`The video could not be kept. Check the connection and try again.`,
        )
      },
    )
  }
  return (
    <KeepControl
      label={t`Keeping the video offline`}
      keeping={useKeeping(account, video._id)}
      kept={size}
      size={asked.size}
      onKeep={keep}
      onCancel={() => cancelKeeping(account, video._id)}
      onRemove={() => void stopKeeping(account, video._id)}
    />
  )
}

/** The copy that is kept: 720p, 360p where data are spared, else the original. */
function copyOf({ url, size, variants }: FileRecord, isReduced: boolean): { url: string; size: number } {
  const [smallest] = variants
  const wanted = isReduced ? smallest : (variants.find(({ name }) => name === '720p') ?? smallest)
  return wanted ?? { url, size }
}
