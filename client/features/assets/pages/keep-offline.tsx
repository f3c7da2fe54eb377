import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useUnit } from 'effector-react'
import { Check, Download } from 'lucide-react'
import { $offline } from '../../../core/connection/model.ts'
import { cancelKeeping, startKeeping, stopKeeping, useKeeping } from '../../../core/media/kept/keeping.ts'
import { $reducedData } from '../../../core/preferences/model.ts'
import { Button } from '../../../ui/button.tsx'
import { bytes } from '../../../ui/format-bytes.ts'
import { Progress } from '../../../ui/progress.tsx'
import { showToast } from '../../../ui/toast.ts'

type Props = {
  account: string
  video: AssetView
  file: FileRecord
  /** Bytes of the copy on this device; null where there is none. */
  size: number | null
}

/** Keeps a video on this device, and removes it from there. */
export function KeepOffline({ account, video, file, size }: Props) {
  const { t, i18n } = useLingui()
  const [isOffline, isReduced] = useUnit([$offline, $reducedData])
  const keeping = useKeeping(account, video._id)
  const asked = copyOf(file, isReduced)
  const said = (count: number) => bytes(count, i18n.locale)
  const keep = () => {
    const { _id: videoId, title } = video
    startKeeping(account, { videoId, title, view: video, url: asked.url }).then(
      () => {},
      (error: unknown) => {
        console.warn(error)
        const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
        void showToast(
          'error',
          isFull
            ? t`There is not enough room on this device for this video.`
            : t`The video could not be kept. Check the connection and try again.`,
        )
      },
    )
  }
  if (keeping) {
    const total = keeping.total ?? asked.size
    const [received, whole] = [said(keeping.received), said(total)]
    return (
      <div className="grid gap-2 rounded-card bg-raised p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm tabular-nums">
            <Trans>
              {received} of {whole}
            </Trans>
          </p>
          <Button kind="quiet" onClick={() => cancelKeeping(account, video._id)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
        <Progress
          value={total > 0 ? Math.min(1, keeping.received / total) : null}
          label={t`Keeping the video offline`}
        />
      </div>
    )
  }
  if (size !== null) {
    const kept = said(size)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="flex items-center gap-2 text-sm font-semibold text-ok-ink">
          <Check className="size-4.5" aria-hidden="true" />
          <Trans>On this device: {kept}</Trans>
        </p>
        <Button kind="quiet" onClick={() => void stopKeeping(account, video._id)}>
          <Trans>Remove from this device</Trans>
        </Button>
      </div>
    )
  }
  return (
    <Button
      kind="secondary"
      className="justify-self-start"
      icon={<Download className="size-5" aria-hidden="true" />}
      disabled={isOffline}
      onClick={keep}
    >
      <Trans>Keep offline</Trans>
      <span className="text-sm font-normal text-muted">{said(asked.size)}</span>
    </Button>
  )
}

/** The copy that is kept: 720p, 360p where data are spared, else the original. */
function copyOf({ url, size, variants }: FileRecord, isReduced: boolean): { url: string; size: number } {
  const [smallest] = variants
  const wanted = isReduced ? smallest : (variants.find(({ name }) => name === '720p') ?? smallest)
  return wanted ?? { url, size }
}
