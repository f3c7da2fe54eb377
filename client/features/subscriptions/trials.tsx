import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TrialList } from '@vesper/sync/vesper/api/offers.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { useNow } from '../../ui/use-now.ts'

/** A trial that has ended is told of for so long. */
const TOLD_MS = 7 * 86_400_000

/** The free trials of the account that last or have just ended; nothing without one. */
export function Trials() {
  const { t, i18n } = useLingui()
  const now = useNow()
  const { data } = useKeptAnswer('/trials', TrialList)
  const trials = data?.data.filter(({ accessUntil }) => Date.parse(accessUntil) > now - TOLD_MS) ?? []
  if (trials.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">
        <Trans>Free trials</Trans>
      </h2>
      <ul role="list" aria-label={t`Free trials`} className="grid gap-1">
        {trials.map(({ _id, performer, accessUntil }) => {
          const end = formatDate(new Date(accessUntil), i18n.locale, { dateStyle: 'medium' })
          const isOver = Date.parse(accessUntil) <= now
          if (performer.name === '') {
            return (
              <li key={_id}>
                <ListItem
                  leading={<Avatar name="" src={null} />}
                  title={<Trans>Somebody</Trans>}
                  subtitle={<Trans>Free until {end}, ends by itself</Trans>}
                />
              </li>
            )
          }
          return (
            <li key={_id}>
              <Link
                to="/$profileId"
                params={{ profileId: performer.username ?? performer._id }}
                className="block rounded-card hover:bg-raised"
              >
                <ListItem
                  leading={<Avatar name={performer.name} src={performer.avatar} />}
                  title={<bdi>{performer.name}</bdi>}
                  subtitle={
                    isOver ? <Trans>Your free days have ended</Trans> : <Trans>Free until {end}, ends by itself</Trans>
                  }
                  trailing={
                    isOver && (
                      <span className="shrink-0 text-sm font-semibold text-accent-ink">
                        <Trans>Subscribe</Trans>
                      </span>
                    )
                  }
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
