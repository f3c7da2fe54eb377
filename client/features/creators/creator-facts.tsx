import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { CalendarDays, MapPin } from 'lucide-react'
import { useCountNow } from '../../entities/content/use-count-now.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { regionNames } from '../../ui/text/number-format.ts'

/** The counts, the beginning of the text, the country and the time on Vesper, under the name. */
export function CreatorFacts({ creator }: { creator: Creator }) {
  const { i18n } = useLingui()
  const { bio, counts } = creator
  const followers = useCountNow(`followers ${creator._id}`, counts?.followers ?? 0)
  const since = formatDate(new Date(creator.createdAt), i18n.locale, { month: 'long', year: 'numeric' })
  const country = creator.country && regionNames(i18n.locale).of(creator.country)
  return (
    <div className="grid gap-3">
      {counts && (
        <ul role="list" className="flex flex-wrap gap-x-5 gap-y-1 font-semibold">
          <li>
            <Plural value={followers} one="# follower" other="# followers" />
          </li>
          <li>
            <Plural value={counts.posts} one="# post" other="# posts" />
          </li>
        </ul>
      )}
      {bio && (
        <p dir="auto" className="line-clamp-3 text-ink">
          {bio}
        </p>
      )}
      <ul role="list" className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted [&_svg]:size-4.5">
        {country && (
          <li className="flex items-center gap-2">
            <MapPin aria-hidden="true" />
            {country}
          </li>
        )}
        <li className="flex items-center gap-2">
          <CalendarDays aria-hidden="true" />
          <Trans>Here since {since}</Trans>
        </li>
      </ul>
    </div>
  )
}
