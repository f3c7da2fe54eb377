import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { PromoList } from '@vesper/sync/vesper/api/promos.ts'
import type { Promo } from '@vesper/sync/vesper/api/promos.ts'
import { useUnit } from 'effector-react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useKeptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { dismiss, readDismissed } from './dismissed.ts'

/** The announcements of the site that nobody has dismissed, those of the last visit without a connection. */
export function Announcements({ position }: { position: Promo['position'] }) {
  const { t } = useLingui()
  const account = useUnit($user)?._id ?? VISITOR
  const now = useMinute()
  const [dismissed, setDismissed] = useState(() => readDismissed(account))
  const { data } = useKeptAnswer('/site-promo/search', PromoList, { query: { position, pageSize: 5 } })
  // A kept one may have ended.
  const shown = data?.data.filter(
    ({ _id, endsAt }) => !dismissed.has(_id) && (endsAt === null || new Date(endsAt) > now),
  )
  if (!shown?.length) return null
  return (
    <section aria-label={t`Announcements`} className="safe-x grid grid-cols-1 gap-3 pb-4">
      {shown.map((promo) => (
        <Announcement key={promo._id} promo={promo} onDismiss={() => setDismissed(dismiss(account, promo._id))} />
      ))}
    </section>
  )
}

function Announcement({ promo: { title, text, picture, link }, onDismiss }: { promo: Promo; onDismiss: () => void }) {
  const { t } = useLingui()
  return (
    <article className="flex items-start gap-3 rounded-card border border-line bg-accent-soft p-4 shadow-card">
      {picture && <img src={sizedUrl(picture, 160)} alt="" className="size-16 shrink-0 rounded-control object-cover" />}
      <div className="grid min-w-0 flex-1 grid-cols-1 justify-items-start gap-1">
        <h2 dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {title}
        </h2>
        {text && (
          <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
            {text}
          </p>
        )}
        {link && <More link={link} title={title} />}
      </div>
      <button
        type="button"
        aria-label={t`Dismiss: ${title}`}
        onClick={onDismiss}
        className="-me-2 -mt-2 grid size-target shrink-0 place-items-center rounded-full text-muted"
      >
        <X className="size-4.5" aria-hidden="true" />
      </button>
    </article>
  )
}

function More({ link, title }: { link: string; title: string }) {
  const { t } = useLingui()
  const shared = { 'aria-label': t`Learn more: ${title}`, className: buttonClass('secondary', 'mt-2 px-4') }
  if (link.startsWith('/')) {
    return (
      <Link to={link} {...shared}>
        <Trans>Learn more</Trans>
      </Link>
    )
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" {...shared}>
      <Trans>Learn more</Trans>
    </a>
  )
}
