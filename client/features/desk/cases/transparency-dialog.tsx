import { Trans, useLingui } from '@lingui/react/macro'
import { TransparencyReport } from '@vesper/sync/vesper/api/transparency.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { csvOf } from '../../../core/media/csv-of.ts'
import { saveFile } from '../../../core/media/download-blob.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

const DAY_MS = 86_400_000

/** Saves the figures of a report on moderation: notices, measures and complaints of whole days in UTC. */
export function TransparencyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [first, setFirst] = useState(() => lastYear().first)
  const [last, setLast] = useState(() => lastYear().last)
  const save = useAction(async () => {
    const query = new URLSearchParams({ from: first, to: dayAfter(last) })
    const { rows } = await callApi({ path: `/desk/transparency?${query}`, answer: TransparencyReport })
    const cells = rows.map(({ part, indicator, category, value }) => [part, indicator, category, value])
    const csv = csvOf([['part', 'indicator', 'category', 'value'], ...cells])
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `vesper-transparency-${first}-${last}.csv`)
    onClose()
  })
  const isWrong = first === '' || last === '' || last < first
  return (
    <Dialog
      title={t`Transparency report`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <Button busy={save.busy} disabled={isOffline || isWrong} onClick={() => void save.run()}>
          <Trans>Save the file</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Notices, measures and complaints by category, as the Digital Services Act asks for them (CSV).</Trans>
      </p>
      <TextField label={t`First day`} type="date" value={first} onChange={(event) => setFirst(event.target.value)} />
      <TextField
        label={t`Last day`}
        type="date"
        value={last}
        error={isWrong ? t`Choose a last day that is not before the first.` : undefined}
        onChange={(event) => setLast(event.target.value)}
      />
    </Dialog>
  )
}

/** The calendar year before this one: reports are due once a year. */
function lastYear(): { first: string; last: string } {
  const year = new Date().getUTCFullYear() - 1
  return { first: `${year}-01-01`, last: `${year}-12-31` }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
