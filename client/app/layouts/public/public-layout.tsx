import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../../../ui/icons/logo.tsx'
import { LoginBackground } from './login-background.tsx'

const linkClass = 'inline-flex min-h-target items-center hover:text-ink'

type Props = { notice: ReactNode; languages: ReactNode; children: ReactNode }

/** The way in: the evening sky, and before it the form. */
export function PublicLayout({ notice, languages, children }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid min-h-dvh max-md:grid-rows-[auto_1fr] md:grid-cols-[minmax(22rem,1.05fr)_minmax(28rem,1fr)]">
      <header className="dusk-sky relative overflow-hidden max-md:h-44 max-md:pt-safe-top">
        <LoginBackground />
        <div className="relative flex h-full flex-col p-6 text-white md:p-10">
          <Link to="/auth/login" className="w-fit rounded-control text-xl">
            <Logo className="[&_svg]:text-[#ffe3c2]" />
          </Link>
          <p className="mt-3 max-w-72 text-base font-semibold tracking-tight text-balance md:mt-[34vh] md:max-w-md md:text-3xl md:font-bold">
            <Trans>Follow creators, see their posts and message them, online or offline.</Trans>
          </p>
        </div>
      </header>
      <main id="content" className="relative flex flex-col overflow-clip bg-bg max-md:-mt-7 max-md:rounded-t-sheet">
        {notice}
        <div className="flex justify-end px-4 pt-3">{languages}</div>
        <div className="safe-x mx-auto flex w-full max-w-md flex-1 animate-enter flex-col justify-center py-8 max-md:justify-start max-md:py-4">
          {children}
        </div>
        <nav aria-label={t`About this site`} className="flex flex-wrap justify-center gap-x-4 pb-4 text-sm text-muted">
          <Link to="/pages/$slug" params={{ slug: 'help' }} className={linkClass}>
            <Trans>Help</Trans>
          </Link>
          <Link to="/pages/$slug" params={{ slug: 'terms' }} className={linkClass}>
            <Trans>Terms</Trans>
          </Link>
          <Link to="/pages/$slug" params={{ slug: 'privacy' }} className={linkClass}>
            <Trans>Privacy</Trans>
          </Link>
        </nav>
      </main>
    </div>
  )
}
