import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/form/notice.tsx'
import type { Checked } from './check-statement.ts'
import { useMonthName } from './use-month-name.ts'

/** Says how a check ended; empty before one. */
export function VerdictText({ verdict }: { verdict: Checked | null }) {
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

function Words({ verdict }: { verdict: Checked }) {
  const monthName = useMonthName()
  switch (verdict.is) {
    case 'right': {
      const month = monthName(verdict.month)
      return <Trans>{month}: signed and complete</Trans>
    }
    case 'loose': {
      const month = monthName(verdict.month)
      return <Trans>{month}: this statement does not follow the one of the month before</Trans>
    }
    case 'foreign':
      return <Trans>This statement is of another creator</Trans>
    case 'other-key':
      return <Trans>The server shows another key than before</Trans>
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
