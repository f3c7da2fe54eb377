import { Trans, useLingui } from '@lingui/react/macro'
import { Statement } from '@vesper/sync/vesper/api/statements.ts'
import type { StatementHead } from '@vesper/sync/vesper/statements/statement.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { saveFile } from '../../core/media/download-blob.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { checkStatement } from './check-statement.ts'
import type { Checked, Checker } from './check-statement.ts'
import { pinKeys } from './pinned-keys.ts'
import { statementCsv } from './statement-csv.ts'
import { useMonthName } from './use-month-name.ts'
import { VerdictText } from './verdict-text.tsx'

/** Units of a statement in one cent. */
const PER_CENT = 100

/** A month with its closing balance, its files, and the check on this device. */
export function StatementRow({ head, checker }: { head: StatementHead; checker: Checker }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [verdict, setVerdict] = useState<Checked | null>(null)
  const { month, currency } = head
  const name = useMonthName()(month)
  const closing = formatMoney(head.closing / PER_CENT, currency, i18n.locale)
  const read = () => callApi({ method: 'GET', path: `/performer/statements/${month}`, answer: Statement })
  const act = useAction(async (what: 'json' | 'csv' | 'check') => {
    const statement = await read()
    if (what === 'check') {
      await pinKeys().catch(() => {})
      setVerdict(await checkStatement(statement, checker))
      return
    }
    const [text, type] =
      what === 'csv' ? [statementCsv(statement), 'text/csv'] : [JSON.stringify(statement, null, 2), 'application/json']
    saveFile(new Blob([text], { type }), `statement-${month}.${what}`)
  })
  const isStopped = isOffline || act.busy
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{name}</h2>
        <p className="text-sm text-muted tabular-nums">
          <Trans>Closing balance {closing}</Trans>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          disabled={isStopped}
          aria-label={t`JSON of ${name}`}
          onClick={() => void act.run('json')}
        >
          JSON
        </Button>
        <Button
          kind="secondary"
          disabled={isStopped}
          aria-label={t`CSV of ${name}`}
          onClick={() => void act.run('csv')}
        >
          CSV
        </Button>
        <Button
          kind="secondary"
          disabled={isStopped}
          aria-label={t`Check ${name}`}
          onClick={() => void act.run('check')}
        >
          <Trans>Check</Trans>
        </Button>
      </div>
      <VerdictText verdict={verdict} />
      <div role="alert" className="empty:absolute">
        {act.error !== null && <Notice tone="danger">{errorMessage(act.error)}</Notice>}
      </div>
    </li>
  )
}
