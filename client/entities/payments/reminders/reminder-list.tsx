import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { age } from '../../../ui/text/age.ts'
import { announce } from '../../../ui/text/announcer.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useContentActions } from '../../content/use-content-actions.ts'
import { forgetReminder, reminderKey } from './reminder.ts'
import type { Reminder } from './reminder.ts'
import { todaysOffer } from './todays-offer.ts'
import type { TodaysOffer } from './todays-offer.ts'
import { WantedName } from './wanted-name.tsx'

type Props = {
  reminders: readonly Reminder[]
  /** The account goes on to pay for one, in the dialog that is open then. */
  onAsk?: () => void
}

/** Payments that somebody wanted while offline, each with the price of today. Only the dialog that `Continue` opens charges. */
export function ReminderList({ reminders, onAsk }: Props) {
  const { t } = useLingui()
  return (
    <ul role="list" aria-label={t`Reminders`} className="grid gap-2.5">
      {reminders.map((reminder) => (
        <li
          key={reminderKey(reminder)}
          className="grid gap-2 rounded-card border border-line bg-surface p-4 text-ink shadow-card"
        >
          <Item reminder={reminder} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  )
}

function Item({ reminder, onAsk }: { reminder: Reminder; onAsk: Props['onAsk'] }) {
  const { t, i18n } = useLingui()
  const sync = useSync()
  const ask = useAsk()
  const isOffline = useUnit($offline)
  const now = useMinute()
  const { offer, error, again } = useTodaysOffer(reminder, isOffline)
  const canPay = !isOffline && offer?.state === 'offered'
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        <WantedName wanted={reminder} />
      </p>
      {reminder.message !== '' && <p className="text-sm text-muted [overflow-wrap:anywhere]">{reminder.message}</p>}
      <p className="text-sm text-muted">
        <time dateTime={reminder.at}>{age(reminder.at, now.getTime(), i18n.locale)}</time>
      </p>
      <div role="status" className="text-sm empty:absolute">
        {isOffline ? (
          <Trans>Needs a connection</Trans>
        ) : error === null ? (
          offer && <OfferWords offer={offer} reminder={reminder} />
        ) : (
          errorMessage(error)
        )}
      </div>
      <div className="flex flex-wrap gap-2.5">
        {canPay && (
          <Button
            onClick={() => {
              onAsk?.()
              ask(reminder, offer.price)
            }}
          >
            <Trans>Continue</Trans>
          </Button>
        )}
        {!isOffline && error !== null && (
          <Button kind="secondary" onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button
          kind="secondary"
          onClick={() => {
            forgetReminder(sync, reminder)
            announce(t`Reminder removed`)
          }}
        >
          <Trans>Remove reminder</Trans>
        </Button>
      </div>
    </>
  )
}

function OfferWords({ offer, reminder: { type, tokens } }: { offer: TodaysOffer; reminder: Reminder }) {
  const moneyOf = useMoneyOf()
  if (offer.state === 'owned') return <Trans>This is open to you already.</Trans>
  if (offer.state === 'gone') return <Trans>This is no longer for sale.</Trans>
  if (offer.price === null || type === 'tip') return null
  const money = moneyOf(offer.price)
  return (
    <>
      <Plural value={offer.price} one="It costs # token now." other="It costs # tokens now." />
      {money !== null && ` (${money})`}
      {tokens !== null && tokens !== offer.price && (
        <>
          {' '}
          <Plural value={tokens} one="It cost # token before." other="It cost # tokens before." />
        </>
      )}
    </>
  )
}

/** Returns a function that opens the dialog that asks for the payment, at the price of today. */
function useAsk(): (reminder: Reminder, price: number | null) => void {
  const { askToBuy, askToSubscribe, askToTip } = useContentActions()
  return ({ type, id, ownerId, tokens, message }, price) => {
    if (type === 'tip') askToTip({ type: 'performer', id, ownerId, tip: { tokens, message } })
    else if (type === 'subscription') askToSubscribe({ type: 'performer', id, ownerId })
    else askToBuy({ type, id, ownerId, ...(price !== null && { price }) })
  }
}

function useTodaysOffer(reminder: Reminder, isOffline: boolean) {
  const sync = useSync()
  const [offer, setOffer] = useState<TodaysOffer>()
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const { type, id, ownerId, tokens, message, name } = reminder
  useEffect(() => {
    if (isOffline) return
    let isOver = false
    setError(null)
    todaysOffer(sync, { type, id, ownerId, tokens, message, name }).then(
      (found) => !isOver && setOffer(found),
      (failure: unknown) => !isOver && setError(failure),
    )
    return () => {
      isOver = true
    }
  }, [sync, isOffline, attempt, type, id, ownerId, tokens, message, name])
  return { offer, error, again: () => setAttempt((count) => count + 1) }
}
