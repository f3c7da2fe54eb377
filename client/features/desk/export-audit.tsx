import { Trans, useLingui } from '@lingui/react/macro'
import { AuditExport, AuditPart } from '@vesper/sync/vesper/api/staff.ts'
import type { AuditLink } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { csvOf } from '../../core/media/csv-of.ts'
import { saveFile } from '../../core/media/download-blob.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'

type Format = 'lines' | 'csv'

/** Saves the whole audit: as lines of JSON, which a command verifies, or as a table. */
export function ExportAudit() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" disabled={isOffline} onClick={() => setOpen(true)}>
        {t`Export`}
      </Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [format, setFormat] = useState<Format>('lines')
  const [count, setCount] = useState(0)
  const save = useAction(async () => {
    const entries = await readAll(setCount)
    if (format === 'lines')
      saveFile(new Blob(entries.map(asLine), { type: 'application/x-ndjson' }), 'vesper-audit.ndjson')
    else saveFile(new Blob([asTable(entries)], { type: 'text/csv;charset=utf-8' }), 'vesper-audit.csv')
    onClose()
  })
  return (
    <Dialog
      title={t`Export the audit`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <Button busy={save.busy} disabled={isOffline} onClick={() => void save.run()}>
          <Trans>Save the file</Trans>
        </Button>
      }
    >
      <SelectField label={t`Format`} value={format} onChange={(event) => setFormat(event.target.value as Format)}>
        <option value="lines">{t`Lines of JSON, which can be verified`}</option>
        <option value="csv">{t`Table for a spreadsheet (CSV)`}</option>
      </SelectField>
      <p>
        <Trans>The export itself stands in the audit. The file holds reasons in plain words: keep it safe.</Trans>
      </p>
      <p role="status" className="empty:absolute">
        {save.busy && <Trans>{count} entries are here.</Trans>}
      </p>
    </Dialog>
  )
}

/** All entries up to the one of this export, by parts. */
async function readAll(onCount: (count: number) => void): Promise<AuditLink[]> {
  const { to } = await callApi({ method: 'POST', path: '/desk/audit/export', answer: AuditExport })
  const all: AuditLink[] = []
  for (let after: number | null = 0; after !== null;) {
    const part: AuditPart = await callApi({ path: `/desk/audit/part?after=${after}&to=${to}`, answer: AuditPart })
    all.push(...part.entries)
    after = part.next
    onCount(all.length)
  }
  return all
}

function asLine(entry: AuditLink): string {
  return `${JSON.stringify(entry)}\n`
}

function asTable(entries: readonly AuditLink[]): string {
  const columns = [
    ...(['seq', 'at', 'operator', 'actorId', 'action', 'subjectId', 'before', 'after', 'text'] as const),
    ...(['sessionId', 'network', 'requestId', 'textHash', 'prevHash', 'hash', 'id'] as const),
  ]
  const cell = (value: unknown) => (value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value))
  return csvOf([columns, ...entries.map((entry) => columns.map((column) => cell(entry[column])))])
}
