import { Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { Copy } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { logLines, reportText } from './report-text.ts'

/** The engine's log, errors apart, and the whole of it to be copied. */
export function DetailsLog({ health }: { health: Health }) {
  const { t } = useLingui()
  const errors = health.log.filter(({ level }) => level !== 'info').slice(-5)
  const copy = useActionWithToast(async () => {
    const about = { health, version: __APP_VERSION__, userAgent: navigator.userAgent, now: new Date() }
    await navigator.clipboard.writeText(reportText(about))
    await showToast('success', t`Copied`)
  })
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        <Trans>Add this log to a bug report. It has no texts, no names and no passwords.</Trans>
      </p>
      {/* Above what grows, which would move it away from a finger. */}
      <div>
        <Button kind="secondary" icon={<Copy className="size-4.5" />} onClick={() => void copy.run()}>
          <Trans>Copy log</Trans>
        </Button>
      </div>
      <h4 className="text-sm font-semibold">
        <Trans>Last errors and warnings</Trans>
      </h4>
      {errors.length > 0 ? (
        <Lines label={t`Last errors and warnings`} lines={logLines({ log: errors })} />
      ) : (
        <p className="text-sm text-muted">
          <Trans>No entries.</Trans>
        </p>
      )}
      <h4 className="text-sm font-semibold">
        <Trans>Log</Trans>
      </h4>
      <Lines label={t`Log`} lines={logLines(health).slice(-50)} />
    </div>
  )
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    // A scroller can be reached by keys.
    <pre
      dir="ltr"
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-64 overflow-auto rounded-control bg-raised p-3 text-start text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {lines.join('\n') || '–'}
    </pre>
  )
}
