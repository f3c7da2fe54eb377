import { Trans, useLingui } from '@lingui/react/macro'
import { ConnectedAccount, Payee } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { textOf } from '../../../core/api/error-message.ts'
import { $user } from '../../../core/session/model.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate } from '../../../ui/date-format.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { useMinute } from '../../../ui/use-minute.ts'
import { BankForm } from './bank-form.tsx'

type Method = NonNullable<Payee['method']>

type Props = { payee: Payee; isOffline: boolean; onChanged: () => Promise<unknown> }

/** Where the money goes: the account at the provider or the bank account, and the ways to set them up. */
export function PayeeCard({ payee, isOffline, onChanged }: Props) {
  const { t } = useLingui()
  const user = useUnit($user)
  const [isBankOpen, setBankOpen] = useState(false)
  const [wanted, setWanted] = useState<Method | null>(null)
  const choose = useAction(async (method: Method) => {
    setWanted(method)
    try {
      const path = `/performers/${user?._id ?? ''}/payment-gateway-settings`
      await callApi({ method: 'PUT', path, body: { method }, answer: Payee })
      await onChanged()
    } finally {
      setWanted(null)
    }
  })
  const connect = useAction(async () => {
    const { url } = await callApi({ method: 'POST', path: '/stripe/accounts', body: {}, answer: ConnectedAccount })
    if (url === null) await onChanged()
    else location.assign(url)
  })
  const error = choose.error ?? connect.error
  const chosen = wanted ?? payee.method
  const option = { chosen, isOffline, onChoose: (method: Method) => void choose.run(method) }
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-lg font-semibold">
        <Trans>Where payouts go</Trans>
      </h2>
      <div role="radiogroup" aria-label={t`Where payouts go`} className="grid gap-3">
        <Option
          {...option}
          method="stripe"
          name="Stripe"
          isReady={payee.stripe === 'ready'}
          state={<Stripe {...payee} />}
        >
          {payee.stripe !== 'ready' && (
            <Button kind="secondary" busy={connect.busy} disabled={isOffline} onClick={() => void connect.run()}>
              {payee.stripe === 'none' ? <Trans>Set up Stripe</Trans> : <Trans>Continue at Stripe</Trans>}
            </Button>
          )}
        </Option>
        <Option
          {...option}
          method="bank"
          name={t`Bank account`}
          isReady={payee.bank !== null}
          state={<Bank payee={payee} />}
        >
          <Button kind="secondary" aria-haspopup="dialog" onClick={() => setBankOpen(true)}>
            {payee.bank ? <Trans>Replace bank account</Trans> : <Trans>Add a bank account</Trans>}
          </Button>
        </Option>
      </div>
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{textOf(error)}</Notice>}
      </div>
      {isBankOpen && user && (
        <BankForm
          performerId={user._id}
          onSaved={() => {
            setBankOpen(false)
            void onChanged()
          }}
          onClose={() => setBankOpen(false)}
        />
      )}
    </Card>
  )
}

type OptionProps = {
  method: Method
  name: string
  /** Set up, so that it can be chosen. */
  isReady: boolean
  state: ReactNode
  chosen: Method | null
  isOffline: boolean
  onChoose: (method: Method) => void
  children: ReactNode
}

function Option({ method, name, isReady, state, chosen, isOffline, onChoose, children }: OptionProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line bg-raised p-4 has-checked:border-accent has-checked:bg-accent-soft">
      <label className="flex min-h-target items-start gap-3">
        <input
          type="radio"
          name="payout-method"
          className="mt-0.5 size-5 shrink-0 accent-accent"
          aria-labelledby={id}
          aria-describedby={`${id}-state`}
          checked={chosen === method}
          disabled={isOffline || !isReady}
          onChange={() => onChoose(method)}
        />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span id={id} className="font-semibold text-ink">
            {name}
          </span>
          <span id={`${id}-state`} className="text-sm text-muted">
            {state}
          </span>
        </span>
      </label>
      {children}
    </div>
  )
}

function Stripe({ stripe }: Payee) {
  if (stripe === 'ready') return <Trans>Ready</Trans>
  return stripe === 'none' ? <Trans>Not set up yet</Trans> : <Trans>Stripe still needs something from you.</Trans>
}

function Bank({ payee: { bank, lockedUntil } }: { payee: Payee }) {
  const { i18n } = useLingui()
  const now = useMinute()
  if (!bank) return <Trans>Not set up yet</Trans>
  const country = new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(bank.country) ?? bank.country
  const isLocked = lockedUntil !== null && new Date(lockedUntil) > now
  const from = isLocked && formatDate(new Date(lockedUntil), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <bdi dir="ltr">···· {bank.last4}</bdi>, {country}
      {from !== false && (
        <span className="block">
          <Trans>New: payouts to it are possible from {from}.</Trans>
        </span>
      )}
    </>
  )
}
