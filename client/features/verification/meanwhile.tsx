import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'

type Props = {
  user: Pick<Profile, 'avatar' | 'cover'>
  hasDrafts: boolean
  /** Subscriptions have a price, or are free. */
  hasPrices: boolean
}

/** The work that a creator can do while the application is under review; each is ticked off by what there is. */
export function Meanwhile({ user: { avatar, cover }, hasDrafts, hasPrices }: Props) {
  const { t } = useLingui()
  const steps = [
    { name: t`Add a picture of you`, to: '/creator/account', search: {}, isDone: avatar !== null },
    { name: t`Add a cover`, to: '/creator/account', search: { tab: 'page' }, isDone: cover !== null },
    { name: t`Write first drafts, also offline`, to: '/creator/studio', search: {}, isDone: hasDrafts },
    { name: t`Set your prices`, to: '/creator/account', search: { tab: 'prices' }, isDone: hasPrices },
  ]
  return (
    <section aria-labelledby="meanwhile" className="grid gap-1 rounded-card border border-line bg-surface p-4">
      <h2 id="meanwhile" className="text-lg font-bold">
        <Trans>Prepare meanwhile</Trans>
      </h2>
      <ul role="list" aria-labelledby="meanwhile" className="grid">
        {steps.map(({ name, to, search, isDone }) => (
          <li key={name}>
            <Link {...{ to, search }} className="flex min-h-target items-center gap-3 hover:text-accent-ink">
              {isDone ? (
                <CircleCheck className="size-5 shrink-0 text-ok-ink" aria-hidden="true" />
              ) : (
                <Circle className="size-5 shrink-0 text-muted" aria-hidden="true" />
              )}
              <span className="min-w-0 flex-1">
                {name}
                {isDone && (
                  <span className="sr-only">
                    {' '}
                    <Trans>Done</Trans>
                  </span>
                )}
              </span>
              <ChevronRight className="mirrored size-5 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
