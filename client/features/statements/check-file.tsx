import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Card } from '../../ui/list/card.tsx'
import { checkStatement } from './check-statement.ts'
import type { Checked, Checker } from './check-statement.ts'
import { VerdictText } from './verdict-text.tsx'

/** Checks a downloaded statement on this device. It needs no connection. */
export function CheckFile({ checker }: { checker: Checker }) {
  const { t } = useLingui()
  const id = useId()
  const [verdict, setVerdict] = useState<Checked | null>(null)
  const check = async (file: File | undefined) => {
    if (file) setVerdict(await checkStatement(await jsonOf(file), checker))
  }
  return (
    <Card className="grid grid-cols-1 gap-3" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        <Trans>Check a file</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          Choose a JSON file that was downloaded here. It is checked on this device, also without a connection.
        </Trans>
      </p>
      <input
        type="file"
        accept="application/json,.json"
        aria-label={t`Statement to check`}
        className="min-h-11 w-full text-sm text-muted file:me-3 file:min-h-11 file:rounded-control file:border file:border-line file:bg-raised file:px-5 file:font-semibold file:text-ink"
        onChange={(event) => {
          void check(event.currentTarget.files?.[0])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <VerdictText verdict={verdict} />
    </Card>
  )
}

async function jsonOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown
  } catch {
    return null
  }
}
