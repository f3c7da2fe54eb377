import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/icons/logo.tsx'
import { LoginBackground } from './public/login-background.tsx'

/** Stands in place of every page while the site is closed for work, or where it may not be offered. */
export function ClosedLayout({ reason }: { reason: 'maintenance' | 'geo-block' }) {
  return reason === 'maintenance' ? (
    <Closed title={<Trans>Vesper is under maintenance</Trans>}>
      <Trans>We will be back soon. Unsent changes stay on this device and are sent then.</Trans>
    </Closed>
  ) : (
    <Closed title={<Trans>Vesper is not available in your country</Trans>}>
      <Trans>We do not offer Vesper in your country. If you are travelling, try again when you are back.</Trans>
    </Closed>
  )
}

function Closed({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <main id="content" className="dusk-sky relative grid min-h-dvh place-items-center overflow-hidden p-6 text-white">
      <LoginBackground />
      <div className="relative grid max-w-md gap-4 rounded-sheet bg-[#120b2e]/80 p-8 text-center">
        <Logo className="justify-self-center text-lg" />
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="text-[#e6def8]">{children}</p>
      </div>
    </main>
  )
}
