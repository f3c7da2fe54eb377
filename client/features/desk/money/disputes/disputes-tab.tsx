import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DeskDisputeList, disputeStates } from '@vesper/sync/vesper/api/desk-disputes.ts'
import type { DeskDispute, DisputeState } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../../core/api/use-paged-list.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../../ui/form/text-field.tsx'
import { textLinkClass } from '../../../../ui/form/text-link.ts'
import { formatMoney } from '../../../../ui/text/format-money.ts'
import { DueTime } from '../../cases/due-time.tsx'
import { DeskList } from '../../desk-list.tsx'
import { DeskTable } from '../../desk-table.tsx'
import { DisputeDetail } from './dispute-detail.tsx'
import { useDisputeWords } from './use-dispute-words.ts'

/** The disputed payments, those with the next due date first, or one of them. `shown`: its id. */
export function DisputesTab({ shown }: { shown: string | undefined }) {
  return shown === undefined ? <DisputeList /> : <DisputeDetail key={shown} disputeId={shown} />
}

function DisputeList() {
  const { t } = useLingui()
  const { states } = useDisputeWords()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [state, setState] = useState<DisputeState | 'all'>('open')
  const [current, setCurrent] = useState(1)
  const order = state === 'open' ? ({ sortBy: 'dueAt', sort: 'asc' } as const) : {}
  const list = usePagedList({
    ...{ path: '/desk/disputes', answer: DeskDisputeList, isKept: false },
    ...{ query: { ...(q !== '' && { q }), ...(state !== 'all' && { state }) }, search: { current, ...order } },
  })
  return (
    <div className="grid grid-cols-1 gap-4">
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
          label={t`Username of the fan or the creator`}
          autoCapitalize="none"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" kind="secondary">
          <Trans>Search</Trans>
        </Button>
      </form>
      <SelectField
        label={t`Show`}
        value={state}
        onChange={({ currentTarget: { value } }) => {
          setCurrent(1)
          setState(disputeStates.find((one) => one === value) ?? 'all')
        }}
      >
        {disputeStates.map((one) => (
          <option key={one} value={one}>
            {states[one]}
          </option>
        ))}
        <option value="all">{t`All disputes`}</option>
      </SelectField>
      <DeskList
        list={list}
        failedTitle={t`The disputes could not be loaded`}
        empty={state === 'open' && q === '' ? <Trans>No dispute waits for an answer.</Trans> : null}
        onMore={() => setCurrent(current + 1)}
      >
        {(disputes) => <DisputeTable disputes={disputes} />}
      </DeskList>
    </div>
  )
}

function DisputeTable({ disputes }: { disputes: readonly DeskDispute[] }) {
  const { t, i18n } = useLingui()
  const { states } = useDisputeWords()
  const cellsOf = (dispute: DeskDispute): ReactNode[] => [
    <Link
      key="fan"
      to="/desk/money"
      search={{ tab: 'disputes', dispute: dispute._id }}
      className={`${textLinkClass} font-semibold`}
    >
      <bdi>{dispute.fan}</bdi>
    </Link>,
    dispute.creators.length === 0 ? '–' : <bdi key="creator">{dispute.creators.join(', ')}</bdi>,
    formatMoney(dispute.amount, dispute.currency, i18n.locale),
    dispute.dueAt === null || dispute.state !== 'open' ? '–' : <DueTime key="due" at={dispute.dueAt} />,
    <DisputeBadges key="state" dispute={dispute} label={states[dispute.state]} />,
  ]
  return (
    <DeskTable
      label={t`Disputes`}
      columns={[t`Fan`, t`Creator`, t`Amount`, t`Answer by`, t`Status`]}
      rows={disputes.map((dispute) => ({ id: dispute._id, cells: cellsOf(dispute) }))}
    />
  )
}

function DisputeBadges({ dispute, label }: { dispute: DeskDispute; label: string }) {
  return (
    <>
      <Badge tone={dispute.state === 'open' ? 'warning' : 'neutral'}>{label}</Badge>
      {dispute.isInquiry && (
        <Badge>
          <Trans>The bank only asks</Trans>
        </Badge>
      )}
      {dispute.decision?.state === 'asked' && (
        <span className="text-muted">
          <Trans>On its way to the bank</Trans>
        </span>
      )}
      {dispute.decision?.state === 'failed' && (
        <span className="text-danger-ink">
          <Trans>The last decision was not taken</Trans>
        </span>
      )}
    </>
  )
}
