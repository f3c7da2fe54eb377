import { Trans, useLingui } from '@lingui/react/macro'
import { DeskPayoutList } from '@vesper/sync/vesper/api/desk-money.ts'
import type { DeskPayout } from '@vesper/sync/vesper/api/desk-money.ts'
import { PayoutStatus } from '@vesper/sync/vesper/api/payouts.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { DeskList } from '../desk-list.tsx'
import { DeskTable } from '../desk-table.tsx'
import { StaleNotice } from '../stale-notice.tsx'
import { useStale } from '../use-stale.ts'
import { PayoutActions } from './payout-actions.tsx'
import { useMoneyWords } from './use-money-words.ts'

/** The payouts in one state, those that wait first. */
export function PayoutsTab() {
  const { t, i18n } = useLingui()
  const { payoutStates } = useMoneyWords()
  const [state, setState] = useState<DeskPayout['state']>('pending')
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    ...{ path: '/desk/payouts', answer: DeskPayoutList, isKept: false },
    ...{ query: { state }, search: { current } },
  })
  const stale = useStale(list.reload)
  const decided = () => {
    stale.settle()
    void list.reload()
  }
  const cellsOf = (payout: DeskPayout): ReactNode[] => {
    const money = (cents: number) => formatMoney(cents, payout.currency, i18n.locale)
    const rest = money(payout.balance)
    return [
      <bdi key="creator" className="font-semibold">
        {payout.creator}
      </bdi>,
      <span key="amount">
        {money(payout.amount)}
        <br />
        <span className="text-muted">
          <Trans>{rest} left</Trans>
        </span>
      </span>,
      <span key="to">
        {payout.method === 'bank' ? t`Bank account` : t`Stripe`}
        {payout.destination !== '' && <bdi> …{payout.destination}</bdi>}
      </span>,
      <time key="asked" dateTime={payout.createdAt}>
        {formatDate(new Date(payout.createdAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>,
      <PayoutActions key="actions" payout={payout} onDecided={decided} onStale={stale.onStale} />,
    ]
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <SelectField
        label={t`Show`}
        value={state}
        onChange={({ currentTarget: { value } }) => {
          setCurrent(1)
          setState(PayoutStatus.options.find((one) => one === value) ?? 'pending')
        }}
      >
        {PayoutStatus.options.map((one) => (
          <option key={one} value={one}>
            {payoutStates[one]}
          </option>
        ))}
      </SelectField>
      <StaleNotice refusal={stale.refusal} />
      <DeskList
        empty={null}
        list={list}
        failedTitle={t`The payouts could not be loaded`}
        onMore={() => setCurrent(current + 1)}
      >
        {(payouts) => (
          <DeskTable
            label={t`Payouts`}
            columns={[t`Creator`, t`Amount`, t`To`, t`Asked`, t`Decision`]}
            rows={payouts.map((payout) => ({ id: payout._id, cells: cellsOf(payout) }))}
          />
        )}
      </DeskList>
    </div>
  )
}
