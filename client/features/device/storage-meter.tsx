import { Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { Progress } from '../../ui/controls/progress.tsx'
import { bytes } from '../../ui/text/format-bytes.ts'

/** How much of the room that the browser gives is used. */
export function StorageMeter({ health: { usage, quota } }: { health: Health }) {
  const { t, i18n } = useLingui()
  if (usage === null || quota === null) {
    return (
      <p className="text-sm text-muted">
        <Trans>This browser does not report its storage space.</Trans>
      </p>
    )
  }
  const used = bytes(usage, i18n.locale)
  const all = bytes(quota, i18n.locale)
  return (
    <div className="grid gap-2">
      <p>
        <Trans>
          <strong>{used}</strong> used of {all}
        </Trans>
      </p>
      <Progress value={quota > 0 ? Math.min(1, usage / quota) : 0} label={t`Storage used`} />
    </div>
  )
}
