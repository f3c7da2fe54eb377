import { Trans, useLingui } from '@lingui/react/macro'
import { ConnectedAccount, Payee } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../../core/api/api.ts'
import type { SentPassword } from '../../../core/session/hash-password.ts'
import { $user } from '../../../core/session/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { regionNames } from '../../../ui/text/number-format.ts'
import { useMinute } from '../../../ui/use-minute.ts'
import { BankForm } from './bank-form.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type Method = NonNullable<Payee['method']>

type Props = { payee: Payee; isOffline: boolean; onChanged: () => Promise<unknown> }

/** Where the money goes: the account at the provider or the bank account, and the ways to set them up. */
export function PayeeCard({ payee, isOffline, onChanged }: Props) {
  const { t } = useLingui()
  const user = useUnit($user)
  const [isBankOpen, setBankOpen] = useState(false)
  const [wanted, setWanted] = useState<Method | null>(null)
  const [isConnecting, setConnecting] = useState(false)
  const choose = async (method: Method, password: SentPassword) => {
    const path = `/performers/${user?._id ?? ''}/payment-gateway-settings`
    await callApi({ method: 'PUT', path, body: { method, ...password }, answer: Payee })
    await onChanged()
    setWanted(null)
  }
  const connect = async (password: SentPassword) => {
    const call = { method: 'POST', path: '/stripe/accounts', body: password, answer: ConnectedAccount } as const
    const { url } = await callApi(call)
    if (url !== null) return location.assign(url)
    await onChanged()
    setConnecting(false)
  }
  const option = { chosen: wanted ?? payee.method, isOffline, onChoose: setWanted }
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
            <Button kind="secondary" aria-haspopup="dialog" disabled={isOffline} onClick={() => setConnecting(true)}>
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
      <Hold until={payee.lockedUntil} />
      {wanted !== null && (
        <PasswordDialog
          title={t`Change where payouts go`}
          onConfirm={(password) => choose(wanted, password)}
          onClose={() => setWanted(null)}
        >
          <Trans>Enter your password to change where your money goes. Payouts begin 48 hours after the change.</Trans>
        </PasswordDialog>
      )}
      {isConnecting && (
        <PasswordDialog title={t`Set up Stripe`} onConfirm={connect} onClose={() => setConnecting(false)}>
          <Trans>Enter your password to go to Stripe. Payouts begin 48 hours after your account is ready.</Trans>
        </PasswordDialog>
      )}
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

function Bank({ payee: { bank } }: { payee: Payee }) {
  const { i18n } = useLingui()
  if (!bank) return <Trans>Not set up yet</Trans>
  const country = regionNames(i18n.locale).of(bank.country) ?? bank.country
  return (
    <>
      <bdi dir="ltr">···· {bank.last4}</bdi>, {country}
    </>
  )
}

/** Payouts wait after a change, whichever way they go. */
function Hold({ until }: { until: Payee['lockedUntil'] }) {
  const { i18n } = useLingui()
  const now = useMinute()
  if (until === null || new Date(until) <= now) return null
  const from = formatDate(new Date(until), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <p className="text-sm text-muted">
      <Trans>This has changed a short time ago: payouts are possible from {from}.</Trans>
    </p>
  )
}
