import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { useStepWords } from './order-words.ts'

/** The history of an order, the first step first. */
export function Timeline({ events }: { events: Order['events'] }) {
  const { t, i18n } = useLingui()
  const said = useStepWords()
  return (
    <ol role="list" aria-label={t`Timeline`} className="grid gap-3 border-s-2 border-line ps-4">
      {events.map((event, index) => (
        <li key={`${event.at} ${index}`} className="grid gap-0.5">
          <p className="font-semibold">{said(event)}</p>
          <p className="text-sm text-muted">
            <time dateTime={event.at}>
              {formatDate(new Date(event.at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
            {' · '}
            <Side by={event.by} />
          </p>
          {event.note !== '' && (
            <p className="text-sm [overflow-wrap:anywhere]">
              <bdi>{event.note}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function Side({ by }: { by: Order['events'][number]['by'] }) {
  switch (by) {
    case 'buyer':
      return <Trans>Buyer</Trans>
    case 'seller':
      return <Trans>Seller</Trans>
    case 'staff':
      return <Trans>Our team</Trans>
    case 'system':
      return <Trans>By itself</Trans>
  }
}
