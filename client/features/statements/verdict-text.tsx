import { Trans } from '@lingui/react/macro'
import type { Verdict } from '@vesper/sync/vesper/statements/verify-statement.ts'
import { Notice } from '../../ui/form/notice.tsx'

/** Says how a check ended; empty before one. */
export function VerdictText({ verdict }: { verdict: Verdict | null }) {
  return (
    <div role="status" className="empty:absolute">
      {verdict && (
        <Notice tone={verdict.is === 'right' ? 'ok' : 'danger'}>
          <Words verdict={verdict} />
        </Notice>
      )}
    </div>
  )
}

function Words({ verdict }: { verdict: Verdict }) {
  switch (verdict.is) {
    case 'right':
      return <Trans>Signed and complete</Trans>
    case 'changed':
      return <Trans>This statement was changed: line {verdict.line}</Trans>
    case 'unsigned':
      return <Trans>This statement was changed: its signature is not right</Trans>
    case 'unknown-key':
      return (
        <Trans>This device has not seen the key of this statement yet. Open this page once with a connection.</Trans>
      )
    case 'unable':
      return <Trans>This browser cannot check signatures</Trans>
    case 'no-statement':
      return <Trans>This file is not a statement. Choose a JSON file that was downloaded here.</Trans>
  }
}
