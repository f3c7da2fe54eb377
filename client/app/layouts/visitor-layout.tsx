import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { Logo } from '../../ui/icons/logo.tsx'

type Props = {
  /** False where an account of this device only has to log in again. */
  canSignUp: boolean
  /** False for an account whose own frame is still to come. */
  canLogIn: boolean
  notice: ReactNode
  children: ReactNode
}

/** A page that everybody may see, for somebody who is not signed in. */
export function VisitorLayout({ canSignUp, canLogIn, notice, children }: Props) {
  const { t } = useLingui()
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="safe-x flex min-h-16 flex-wrap items-center gap-x-1.5 gap-y-2 border-b border-line bg-surface pt-[max(0.5rem,var(--safe-top))] pb-2 sm:gap-x-2">
        <Link to="/" className="flex-1 text-lg">
          <Logo />
        </Link>
        <Link to="/explore" aria-label={t`Explore`} className={buttonClass('quiet', 'px-2.5 sm:px-3')}>
          <Compass className="size-5 sm:hidden" aria-hidden="true" />
          <span className="max-sm:hidden">
            <Trans>Explore</Trans>
          </span>
        </Link>
        <div className="flex gap-1.5 max-sm:grow max-sm:*:grow sm:gap-2">
          {canSignUp && (
            <Link to="/auth/register" search={{ next: here }} className={buttonClass('secondary', 'px-3 sm:px-4')}>
              <Trans>Sign up</Trans>
            </Link>
          )}
          {canLogIn && (
            <Link to="/auth/login" search={{ next: here }} className={buttonClass('primary', 'px-3 sm:px-4')}>
              <Trans>Log in</Trans>
            </Link>
          )}
        </div>
      </header>
      {notice}
      {/* As high as the screen: the line below it is never seen before the content comes, which would push it away. */}
      <div id="content" className="flex min-h-dvh w-full flex-1 flex-col">
        {children}
      </div>
      <footer className="safe-x pb-4 text-sm">
        {!here.startsWith('/report') && (
          <Link to="/report" search={{ page: here }} className={textLinkClass}>
            <Trans>Report this page</Trans>
          </Link>
        )}
      </footer>
    </div>
  )
}
