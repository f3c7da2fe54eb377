import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Check, Download } from 'lucide-react'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { bytes } from '../../../ui/text/format-bytes.ts'
import type { Keeping } from './keeping.ts'

type Props = {
  /** The name of its progress. */
  label: string
  keeping: Keeping | null
  /** Bytes on this device; null where it is not kept. */
  kept: number | null
  /** Bytes that keeping it costs. */
  size: number | null
  isBusy?: boolean
  onKeep: () => void
  onCancel: () => void
  onRemove: () => void
}

/** Keeps a video or files on this device, says how far that is, and removes them from there. */
export function KeepControl({ label, keeping, kept, size, isBusy = false, onKeep, onCancel, onRemove }: Props) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  const said = (count: number) => bytes(count, i18n.locale)
  if (keeping) {
    const total = keeping.total ?? size ?? 0
    const [received, whole] = [said(keeping.received), said(total)]
    return (
      <div className="grid gap-2 rounded-card bg-raised p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm tabular-nums">
            <Trans>
              {received} of {whole}
            </Trans>
          </p>
          <Button kind="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
        <Progress value={total > 0 ? Math.min(1, keeping.received / total) : null} label={label} />
      </div>
    )
  }
  if (kept !== null) {
    const held = said(kept)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="flex items-center gap-2 text-sm font-semibold text-ok-ink">
          <Check className="size-4.5" aria-hidden="true" />
          <Trans>On this device: {held}</Trans>
        </p>
        <Button kind="quiet" onClick={onRemove}>
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
      busy={isBusy}
      disabled={isOffline}
      onClick={onKeep}
    >
      <Trans>Keep offline</Trans>
      {size !== null && <span className="text-sm font-normal text-muted">{said(size)}</span>}
    </Button>
  )
}

/** True where the device has no room for the files. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
