import { Trans } from '@lingui/react/macro'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Button } from '../../ui/controls/button.tsx'

const ChangeCardDialog = lazyAgain(async () => (await import('./change-card-dialog.tsx')).ChangeCardDialog, 'money')

type Props = {
  subscription: Subscription
  /** The id of the element with the name of the creator. */
  named: string
}

/** Leads to the choice of another card for the renewals, where a card pays them. */
export function ChangeCard({ subscription, named }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const { card, status, autoRenew } = subscription
  if (!card || status !== 'active' || !autoRenew) return null
  return (
    <div>
      <Button kind="secondary" aria-describedby={named} onClick={() => setChoosing(true)}>
        <Trans>Change card</Trans>
      </Button>
      {isChoosing && (
        <Suspense fallback={null}>
          <ChangeCardDialog subscription={subscription} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
