import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { SumCard } from './sum-card.tsx'
import type { Review } from './use-review.ts'

type Props = {
  review: Review
  balance: number
  /** Tokens that the next top-up settles first. */
  debt: number
  /** The order, as a top-up leads back to it. */
  leaving: Leaving
  isOffline: boolean
  /** To the delivery of files; null where there are none. */
  consent: { isGiven: boolean; onGive: (isGiven: boolean) => void } | null
  failure: ReactNode
  busy: boolean
  isReady: boolean
  /** The address is on this device alone. */
  isAddressOnItsWay: boolean
  onPay: () => void
}

/** The sum, the consent to the delivery of files, and the button that pays. */
export function PayCard({ review, balance, isOffline, consent, failure, busy, isReady, ...props }: Props) {
  const isConsentMissing = consent !== null && !consent.isGiven && !isOffline && balance >= review.total
  return (
    <Card className="grid gap-4">
      <SumCard review={review} balance={balance} debt={props.debt} leaving={props.leaving} />
      {consent && (
        <Checkbox
          label={
            <span className="text-sm">
              <Trans>
                Give me the files at once. I know that I lose my right to withdraw from the contract with that.
              </Trans>
            </span>
          }
          checked={consent.isGiven}
          onChange={(event) => consent.onGive(event.currentTarget.checked)}
        />
      )}
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
      <Button busy={busy} disabled={!isReady && !busy} onClick={props.onPay}>
        <Plural value={review.total} one="Pay # token" other="Pay # tokens" />
      </Button>
      <p className="text-sm text-muted">
        {props.isAddressOnItsWay && !isOffline ? (
          <Trans>The new address is being sent. You can pay once it has arrived.</Trans>
        ) : isConsentMissing ? (
          <Trans>Agree to the delivery of the files to pay.</Trans>
        ) : (
          <Trans>Each creator sends a separate order. Nothing is charged before you pay.</Trans>
        )}
      </p>
    </Card>
  )
}
