import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'

type Props = {
  /** False where an account of this device only has to log in again. */
  canSignUp: boolean
  notice: ReactNode
  children: ReactNode
}

/** A page that everybody may see, for somebody who is not signed in. */
export function VisitorLayout({ canSignUp, notice, children }: Props) {
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="safe-x flex min-h-16 flex-wrap items-center gap-2 border-b border-line bg-surface pt-safe-top">
        <Link to="/" className="flex-1 text-lg">
          <Logo />
        </Link>
        <Link to="/explore" className={buttonClass('quiet', 'px-3')}>
          <Trans>Explore</Trans>
        </Link>
        {canSignUp && (
          <Link to="/auth/register" search={{ next: here }} className={buttonClass('secondary', 'px-4')}>
            <Trans>Sign up</Trans>
          </Link>
        )}
        <Link to="/auth/login" search={{ next: here }} className={buttonClass('primary', 'px-4')}>
          <Trans>Log in</Trans>
        </Link>
      </header>
      {notice}
      <div id="content" className="flex w-full flex-1 flex-col">
        {children}
      </div>
    </div>
  )
}
