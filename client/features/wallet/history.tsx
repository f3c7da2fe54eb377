import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChargeList } from '@vesper/sync/vesper/api/charges.ts'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'
import { TransactionList } from '@vesper/sync/vesper/api/payments.ts'
import type { Transaction } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { Gem, ReceiptText } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import { ChargeName } from '../../entities/payments/receipt/charge-name.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

const ReceiptDialog = lazyAgain(
  async () => (await import('../../entities/payments/receipt/receipt-dialog.tsx')).ReceiptDialog,
  'money',
)

/** Payments from the wallet and into it. `paid`: how many payments have ended since it was opened. */
export function History({ paid = 0 }: { paid?: number }) {
  return (
    <>
      <Charges />
      <CardPayments paid={paid} />
    </>
  )
}

function Charges() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [current, setCurrent] = useState(1)
  const [shown, setShown] = useState<Omit<Charge, 'balance'> | null>(null)
  const list = usePagedList({ path: '/wallet/charges/search', answer: ChargeList, search: { current }, pageSize: 25 })
  return (
    <Section title={t`History`}>
      <PagedList
        list={list}
        label={t`History`}
        failedTitle={t`Your history could not be loaded`}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState icon={<ReceiptText />} title={t`Nothing bought yet`}>
            <Trans>Tips and everything that you buy appear here.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<ReceiptText />} />}
        onMore={() => setCurrent(current + 1)}
      >
        {(charge) => (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setShown(charge)}
            className="block w-full rounded-control transition-colors duration-150 hover:bg-raised"
          >
            <ListItem
              leading={<Avatar name={charge.performer.name} src={charge.performer.avatar} />}
              title={<ChargeName charge={charge} />}
              subtitle={
                <>
                  <When at={charge.createdAt} />
                  {charge.refundedTokens > 0 && (
                    <>
                      {' · '}
                      {charge.status === 'done' ? <Trans>Partly given back</Trans> : <Trans>Given back</Trans>}
                    </>
                  )}
                </>
              }
              words={charge.message}
              trailing={<Amount tokens={charge.tokens} money={charge.amount} currency={charge.currency} />}
            />
          </button>
        )}
      </PagedList>
      <Suspense fallback={null}>{shown && <ReceiptDialog charge={shown} onClose={() => setShown(null)} />}</Suspense>
    </Section>
  )
}

function CardPayments({ paid }: { paid: number }) {
  const { t, i18n } = useLingui()
  const [current, setCurrent] = useState(1)
  const isOffline = useUnit($offline)
  const path = '/payment/transactions/user/search'
  const list = usePagedList({ path, answer: TransactionList, search: { current }, pageSize: 25 })
  const { reload } = list
  useEffect(() => {
    if (paid > 0) void reload()
  }, [paid, reload])
  const states = {
    created: t`Begun`,
    open: t`Not paid yet`,
    paid: t`Paid`,
    failed: t`Declined. Nothing was charged.`,
    expired: t`Expired. Nothing was charged.`,
    refunded: t`Given back to your card`,
    disputed: t`Taken back by your bank`,
    lost: t`Taken back by your bank`,
  }
  return (
    <Section title={t`Card payments`}>
      <PagedList
        list={list}
        label={t`Card payments`}
        failedTitle={t`Your card payments could not be loaded`}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState icon={<Gem />} title={t`No card payments yet`}>
            <Trans>Tokens and subscriptions that you pay by card appear here.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<Gem />} />}
        onMore={() => setCurrent(current + 1)}
      >
        {(topUp) => (
          <ListItem
            title={<Bought payment={topUp} />}
            subtitle={
              <>
                {states[topUp.status]} · <When at={topUp.createdAt} />
              </>
            }
            trailing={<span className="tabular-nums">{formatMoney(topUp.amount, topUp.currency, i18n.locale)}</span>}
          />
        )}
      </PagedList>
    </Section>
  )
}

/** Tokens, or the term of a subscription with the card that paid it. */
function Bought({ payment: { kind, tokens, performer, card } }: { payment: Transaction }) {
  if (kind === 'top-up') return <Plural value={tokens ?? 0} one="# token" other="# tokens" />
  const name = performer?.name ?? ''
  return (
    <>
      <Trans>Subscription to {name}</Trans>
      {card && (
        <>
          {' · '}
          <bdi>{nameOfCard(card)}</bdi>
        </>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Amount({ tokens, money, currency }: { tokens: number; money: number; currency: string }) {
  const { i18n } = useLingui()
  return (
    <span className="grid justify-items-end text-sm tabular-nums">
      <span className="font-semibold text-ink">
        <Plural value={tokens} one="# token" other="# tokens" />
      </span>
      <span className="text-muted">{formatMoney(money, currency, i18n.locale)}</span>
    </span>
  )
}

function When({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}</time>
}
