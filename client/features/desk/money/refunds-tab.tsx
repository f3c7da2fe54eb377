import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskChargeList } from '@vesper/sync/vesper/api/desk-money.ts'
import type { DeskCharge } from '@vesper/sync/vesper/api/desk-money.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { DeskList } from '../desk-list.tsx'
import { DeskTable } from '../desk-table.tsx'
import { StaleNotice } from '../stale-notice.tsx'
import { useStale } from '../use-stale.ts'
import { GiveTokensDialog } from './give-tokens-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { useMoneyWords } from './use-money-words.ts'

/** The payments, found by who paid or was paid, and what can be given back of them. */
export function RefundsTab({ permissions }: { permissions: readonly Permission[] }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [current, setCurrent] = useState(1)
  const [isGiving, setGiving] = useState(false)
  const list = usePagedList({
    ...{ path: '/desk/charges', answer: DeskChargeList, isKept: false },
    ...{ query: q === '' ? {} : { q }, search: { current } },
  })
  const stale = useStale(list.reload)
  const decided = () => {
    stale.settle()
    void list.reload()
  }
  const cellsOf = (charge: DeskCharge): ReactNode[] => [
    <bdi key="payer" className="font-semibold">
      {charge.payer}
    </bdi>,
    <bdi key="creator">{charge.creator}</bdi>,
    formatMoney(charge.count * charge.unit, charge.currency, i18n.locale),
    <time key="at" dateTime={charge.createdAt}>
      {formatDate(new Date(charge.createdAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>,
    <ChargeState key="state" charge={charge} onDecided={decided} onStale={stale.onStale} />,
  ]
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
          label={t`Username of the payer or the creator`}
          autoCapitalize="none"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" kind="secondary">
          <Trans>Search</Trans>
        </Button>
        {permissions.includes('tokens.grant') && (
          <Button kind="secondary" disabled={isOffline} onClick={() => setGiving(true)}>
            <Trans>Give tokens</Trans>
          </Button>
        )}
      </form>
      <StaleNotice refusal={stale.refusal} />
      <DeskList
        empty={null}
        list={list}
        failedTitle={t`The payments could not be loaded`}
        onMore={() => setCurrent(current + 1)}
      >
        {(charges) => (
          <DeskTable
            label={t`Payments`}
            columns={[t`Payer`, t`Creator`, t`Amount`, t`Time`, t`Refund`]}
            rows={charges.map((charge) => ({ id: charge._id, cells: cellsOf(charge) }))}
          />
        )}
      </DeskList>
      {isGiving && <GiveTokensDialog onClose={() => setGiving(false)} />}
    </div>
  )
}

type StateProps = { charge: DeskCharge; onDecided: () => void; onStale: (refusal: Refusal) => void }

function ChargeState({ charge, onDecided, onStale }: StateProps) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { chargeStates } = useMoneyWords()
  const [isOpen, setOpen] = useState(false)
  const money = (count: number) => formatMoney(count * charge.unit, charge.currency, i18n.locale)
  const [given, underWay] = [
    money(charge.refunded),
    charge.refund && formatMoney(charge.refund.amount, charge.currency, i18n.locale),
  ]
  const canRefund = charge.state === 'done' && charge.refunded < charge.count
  return (
    <>
      {charge.state !== 'done' && <span>{chargeStates[charge.state]}</span>}
      {charge.state === 'done' && charge.refunded > 0 && (
        <span>
          <Trans>{given} given back</Trans>
        </span>
      )}
      {charge.refund?.state === 'asked' && (
        <span className="text-muted">
          <Trans>{underWay} are on their way to the card</Trans>
        </span>
      )}
      {charge.refund?.state === 'failed' && (
        <span className="text-danger-ink">
          <Trans>The refund of {underWay} was refused.</Trans> {charge.refund.failure}
        </span>
      )}
      {charge.isAsked && (
        <span className="text-muted">
          <Trans>Waits for a second person</Trans>
        </span>
      )}
      {canRefund && (
        <Button kind="secondary" disabled={isOffline || charge.isAsked} onClick={() => setOpen(true)}>
          {t`Refund`}
        </Button>
      )}
      {isOpen && (
        <RefundDialog
          charge={charge}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onDecided()
          }}
          onStale={(refusal) => {
            setOpen(false)
            onStale(refusal)
          }}
        />
      )}
    </>
  )
}
