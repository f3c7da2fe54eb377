import { Trans, useLingui } from '@lingui/react/macro'
import { OPTIONAL_TEXT_MAX } from '@vesper/sync/vesper/api/fields.ts'
import type { Calculation, Payee } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { fieldErrors, errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { NeedsConnection } from '../../../entities/payments/needs-connection.tsx'
import { parsePrice, priceText } from '../../../entities/payments/parse-price.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { PayoutReasons } from '../payout-reasons.tsx'
import { AmountField, isPayable } from './amount-field.tsx'
import { useRequest } from './use-request.ts'

type Props = {
  calculation: Calculation
  /** Reads the balance again; undefined where it cannot be read. */
  reread: () => Promise<Calculation | undefined>
  onClose: () => void
}

/** Asks for the amount of a payout. A balance that has changed meanwhile is shown before anything is requested. */
export function RequestDialog({ calculation, reread, onClose }: Props) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState(() => priceText(calculation.available))
  const [note, setNote] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const { run, busy, error, seen, before } = useRequest({
    opened: calculation,
    reread,
    onMade: ({ amount, currency }) => {
      onClose()
      const requested = formatMoney(amount, currency, i18n.locale)
      void showToast('success', t`Payout of ${requested} requested`)
    },
  })
  const amount = parsePrice(typed)
  const isFit = isPayable(amount, seen)
  const refused = fieldErrors(error, ['amount'])
  const request = () => {
    if (!isFit) return
    setTried(typed)
    void run(amount, note)
  }
  return (
    <Dialog
      title={t`Request payout`}
      onClose={onClose}
      actions={
        <Button busy={busy} disabled={isOffline || !isFit || seen.reasons.length > 0} onClick={request}>
          <Trans>Request payout</Trans>
        </Button>
      }
    >
      <div role="alert" className="empty:absolute">
        {before && <Changed before={before} now={seen} />}
      </div>
      <PayoutReasons calculation={seen} />
      <p className="text-sm">
        <Goal payee={seen.payee} />
      </p>
      <AmountField
        typed={typed}
        bounds={seen}
        refused={tried === typed ? refused.amount : undefined}
        onType={setTyped}
      />
      <TextArea
        label={t`Note`}
        hint={t`Optional. It is shown with the payout.`}
        maxLength={OPTIONAL_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <NeedsConnection />
      <div role="alert" className="empty:absolute">
        {error !== null && refused.amount === undefined && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
    </Dialog>
  )
}

function Changed({ before, now }: { before: Calculation; now: Calculation }) {
  const { i18n } = useLingui()
  const [old, fresh] = [before, now].map(({ available, currency }) => formatMoney(available, currency, i18n.locale))
  return (
    <Notice tone="warning" className="grid gap-1">
      <p className="font-semibold">
        <Trans>Nothing was requested, because something has changed.</Trans>
      </p>
      {before.available !== now.available && (
        <p>
          <Trans>
            Available: {fresh}, before: {old}.
          </Trans>
        </p>
      )}
      {before.payee.method !== now.payee.method && (
        <p>
          <Trans>The payout now goes to another account.</Trans>
        </p>
      )}
      <p>
        <Trans>Check the amount, then request it again.</Trans>
      </p>
    </Notice>
  )
}

function Goal({ payee: { method, bank } }: { payee: Payee }) {
  if (method !== 'bank') return <Trans>It goes to your account at Stripe.</Trans>
  const end = bank?.last4 ?? ''
  return (
    <Trans>
      It goes to your bank account <bdi dir="ltr">···· {end}</bdi>.
    </Trans>
  )
}
