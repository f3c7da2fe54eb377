import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'

type Props = {
  user: Pick<Profile, 'avatar' | 'bio' | 'isPerformer'>
  /** Creators whom the account follows, also those that wait to be sent. */
  followed: number
  /** `offered` where this browser can install the app. */
  install: 'done' | 'offered' | 'none'
}

/** The steps of a first hour, on a Home without posts; each is ticked off by what the account has done. */
export function FirstSteps({ user, followed, install }: Props) {
  const { t } = useLingui()
  const account = user.isPerformer ? '/creator/account' : '/user/account'
  const steps = [
    {
      ...{ name: t`Find creators to follow`, text: t`Their posts appear here, also when you are offline.` },
      ...{ to: '/explore', search: {}, isDone: followed > 0 },
    },
    {
      ...{ name: t`Finish your profile`, text: t`A picture and a few words tell creators who writes to them.` },
      ...{ to: account, search: {}, isDone: user.avatar !== null && isVisible(user.bio) },
    },
    ...(install === 'none'
      ? []
      : [
          {
            ...{ name: t`Install Vesper`, text: t`The installed app opens at once and works offline.` },
            ...{ to: account, search: { tab: 'app' }, isDone: install === 'done' },
          },
        ]),
  ]
  return (
    <section aria-labelledby="first-steps" className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <h3 id="first-steps" className="text-lg font-bold">
        <Trans>Your first steps</Trans>
      </h3>
      <ul role="list" aria-labelledby="first-steps" className="grid gap-1">
        {steps.map(({ name, text, to, search, isDone }) => (
          <li key={name}>
            <Link
              {...{ to, search }}
              className="flex min-h-target items-center gap-3 rounded-control p-2 transition-colors duration-150 hover:bg-raised"
            >
              {isDone ? (
                <CircleCheck className="size-5 shrink-0 text-ok-ink" aria-hidden="true" />
              ) : (
                <Circle className="size-5 shrink-0 text-muted" aria-hidden="true" />
              )}
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold">
                  {name}
                  {isDone && (
                    <span className="sr-only">
                      {' '}
                      <Trans>Done</Trans>
                    </span>
                  )}
                </span>
                <span className="text-sm text-muted">{text}</span>
              </span>
              <ChevronRight className="mirrored size-5 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
