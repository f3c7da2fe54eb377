import { Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { ListChecks } from 'lucide-react'
import type { Line } from '../../core/connection/connection-status.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { Card } from '../../ui/list/card.tsx'
import { age } from '../../ui/text/age.ts'
import { useNow } from '../../ui/use-now.ts'
import { CardTitle } from './card-title.tsx'
import { useVerify } from './use-verify.ts'
import type { VerifyState } from './use-verify.ts'
import { VerifyResult } from './verify-result.tsx'

type Props = { spaces: Health['spaces']; line: Line; onDone: () => void }

/** Compares the rows on this device with the server's. */
export function VerifyCard({ spaces, line, onDone }: Props) {
  const { t } = useLingui()
  const { check, begin } = useVerify(onDone)
  const progress = check.state === 'running' ? check.progress : null
  return (
    <Card className="grid gap-4">
      <CardTitle icon={<ListChecks />}>
        <Trans>Compare with the server</Trans>
      </CardTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-sm text-muted">
          <Trans>
            Compares the data on this device with the server and downloads the differences. Vesper also does this
            automatically, part by part.
          </Trans>
        </p>
        <Button kind="secondary" busy={check.state === 'running'} onClick={begin}>
          <Trans>Verify</Trans>
        </Button>
      </div>
      {progress && <Progress value={progress.of > 0 ? progress.done / progress.of : null} label={t`Comparing`} />}
      <p role="status">
        <Word check={check} />
        {check.state === 'idle' && line !== 'up' && (
          <span className="text-sm text-warn-ink">
            <Trans>You are offline. Only comparing with the server and its history need a connection.</Trans>
          </span>
        )}
      </p>
      {check.state === 'idle' && <LastCheck spaces={spaces} />}
    </Card>
  )
}

function Word({ check }: { check: VerifyState }) {
  switch (check.state) {
    case 'idle':
      return null
    case 'running': {
      const { done, of } = check.progress
      return (
        <span className="text-sm text-muted">
          {of === 0 ? (
            <Trans>Comparing…</Trans>
          ) : (
            <Trans>
              {done} of {of} parts compared
            </Trans>
          )}
        </span>
      )
    }
    case 'done':
      return <VerifyResult summary={check.summary} />
    case 'failed':
      return <span className="text-sm text-danger-ink">{check.message}</span>
  }
}

function LastCheck({ spaces }: Pick<Props, 'spaces'>) {
  const { i18n } = useLingui()
  const now = useNow()
  const times = spaces.flatMap(({ check }) => check?.at ?? []).toSorted()
  const last = times.at(-1)
  const ago = last && age(last, now, i18n.locale)
  return (
    <p className="text-sm text-muted">{ago ? <Trans>Last compared: {ago}</Trans> : <Trans>Not compared yet.</Trans>}</p>
  )
}
