import { Trans, useLingui } from '@lingui/react/macro'
import { AuditCheck, AuditList } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { AuditTable } from './audit-table.tsx'
import { DeskList } from './desk-list.tsx'
import { ExportAudit } from './export-audit.tsx'

/** All decisions of staff and operators, the newest first, and the check of their chain. */
export function AuditPage() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    ...{ path: '/desk/audit', answer: AuditList, isKept: false, pageSize: 50 },
    ...{ query: q === '' ? {} : { q }, search: { current } },
  })
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Audit`} actions={<ExportAudit />} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <ChainCheck />
        <form
          role="search"
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            setCurrent(1)
            setQ(typed.trim())
          }}
        >
          <TextField
            fieldClassName="min-w-40 flex-1"
            type="search"
            label={t`Action, or the id of a subject or of staff`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" kind="secondary">
            <Trans>Search</Trans>
          </Button>
        </form>
        <DeskList
          list={list}
          failedTitle={t`The audit could not be loaded`}
          empty={q !== '' && <Trans>No entry begins so, and none has this id.</Trans>}
          onMore={() => setCurrent(current + 1)}
        >
          {(items) => <AuditTable entries={items} />}
        </DeskList>
      </div>
    </main>
  )
}

function ChainCheck() {
  const isOffline = useUnit($offline)
  const [found, setFound] = useState<AuditCheck | null>(null)
  const check = useAction(async () => {
    setFound(null)
    setFound(await callApi({ path: '/desk/audit/verify', answer: AuditCheck }))
  })
  const { entries = 0, problem = null } = found ?? {}
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        kind="secondary"
        className="justify-self-start"
        disabled={isOffline}
        busy={check.busy}
        onClick={() => void check.run()}
      >
        <Trans>Check the chain</Trans>
      </Button>
      <div role="status" className="empty:absolute">
        {found && problem === null && (
          <Notice tone="ok">
            <Trans>The chain is whole: {entries} entries.</Trans>
          </Notice>
        )}
      </div>
      <div role="alert" className="empty:absolute">
        {problem !== null && (
          <Notice tone="danger">
            <Trans>The chain is broken. {problem} Somebody has changed the database past the site.</Trans>
          </Notice>
        )}
        {check.error !== null && <Notice tone="danger">{errorMessage(check.error)}</Notice>}
      </div>
    </div>
  )
}
