import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { formatMoment } from '../../entities/pauses/format-moment.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import type { Move } from './move-of.ts'

type Props = { subscription: Subscription; move: Move }

/** Says which pauses move the paid time of a subscription, and from when to when. */
export function MovedNotice({ subscription: { performer, paidThrough, type }, move: { pauses, before } }: Props) {
  const { i18n } = useLingui()
  const [day, former] = [paidThrough, before].map((at) =>
    formatDate(new Date(at), i18n.locale, { dateStyle: 'medium' }),
  )
  // Less than a day is left of a pause that ended early: then the time tells them apart.
  const [end, until] = day === former ? [exact(paidThrough), exact(before)] : [day, former]
  return (
    <Notice>
      {pauses.map(({ _id, startsAt, endsAt }) => (
        <span key={_id}>
          <Break
            name={performer.name}
            start={formatMoment(startsAt, i18n.locale)}
            end={formatMoment(endsAt, i18n.locale)}
          />{' '}
        </span>
      ))}
      {type === 'free' ? (
        <Trans>
          Your subscription renews on {end} instead of {until}.
        </Trans>
      ) : (
        <Trans>
          Your paid time ends on {end} instead of {until}.
        </Trans>
      )}
    </Notice>
  )

  function exact(at: string): string {
    return formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  }
}

function Break({ name, start, end }: { name: string; start: string; end: string }) {
  return (
    <Trans>
      <bdi>{name}</bdi> takes a break from {start} to {end}.
    </Trans>
  )
}
