import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { ChevronRight, Circle } from 'lucide-react'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { ReviewNotice } from '../review-notice.tsx'
import { missingOf } from './missing.ts'
import type { Missing } from './missing.ts'

const places = {
  picture: '/creator/account',
  cover: '/creator/account',
  text: '/creator/account',
  categories: '/creator/account',
  post: '/creator/studio',
} as const satisfies Record<Missing, string>

/** The steps that are left before the page is ready for others; nothing once all are done. */
export function Checklist({ user }: { user: Profile }) {
  const { t } = useLingui()
  const { db } = useSync()
  const missing = useLiveQuery(async () => {
    const [creator, post] = await Promise.all([
      db.creators.get(user._id),
      db.posts
        .where('[performerId+seq]')
        .between([user._id, 1], [user._id, Infinity])
        .filter(({ status }) => status === 'published')
        .first(),
    ])
    return creator ? missingOf({ user, creator, hasPost: post !== undefined }) : []
  }, [db, user])
  const words: Record<Missing, string> = {
    picture: t`Add a picture of you`,
    cover: t`Add a cover`,
    text: t`Tell who you are in a few words`,
    categories: t`Choose categories, so that fans find you`,
    post: t`Publish your first post`,
  }
  return (
    <>
      <ReviewNotice user={user} />
      {missing && missing.length > 0 && (
        <section aria-labelledby="missing" className="grid gap-1 rounded-card border border-line bg-surface p-4">
          <h2 id="missing" className="text-lg font-bold">
            <Trans>Before fans come</Trans>
          </h2>
          <ul role="list" aria-labelledby="missing" className="grid">
            {missing.map((one) => (
              <li key={one}>
                <Link to={places[one]} className="flex min-h-target items-center gap-3 hover:text-accent-ink">
                  <Circle className="size-4 shrink-0 text-muted" aria-hidden="true" />
                  <span className="min-w-0 flex-1">{words[one]}</span>
                  <ChevronRight className="mirrored size-5 shrink-0 text-muted" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
