import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'

/** A page that everybody may see, for somebody who is not signed in. */
export function VisitorLayout({ notice, children }: { notice: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="safe-x flex min-h-16 items-center border-b border-line bg-surface pt-safe-top">
        <Link to="/" className="flex-1 text-lg">
          <Logo />
        </Link>
        <Link to="/auth/login" className={buttonClass('primary')}>
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
