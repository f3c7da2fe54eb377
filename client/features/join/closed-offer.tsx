import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'

/** Says why an offer is not open to the viewer. `path` is that of its link. */
export function ClosedOffer({ refusal, path }: { refusal: Refusal; path: string }) {
  if (refusal.kind === 'forbidden') return <LogInFirst path={path} />
  const used = refusal.details?.find((detail) => detail.path === 'used')
  return used ? <Used profileId={used.message} /> : <Ended />
}

/** For the fan who comes back to the link of an offer that is used. */
function Used({ profileId }: { profileId: string }) {
  const { t } = useLingui()
  const way = (
    <Link to="/$profileId" params={{ profileId }} className={buttonClass('secondary')}>
      <Trans>Open the creator’s page</Trans>
    </Link>
  )
  return (
    <Closed title={t`You have this already`} way={way}>
      <Trans>You have used this offer. It works once for each account.</Trans>
    </Closed>
  )
}

/** An offer for some accounts alone says nothing before the login. */
function LogInFirst({ path }: { path: string }) {
  const { t } = useLingui()
  const way = (
    <Link to="/auth/login" search={{ next: path }} className={buttonClass('primary')}>
      <Trans>Log in</Trans>
    </Link>
  )
  return (
    <Closed title={t`Log in to see this offer`} way={way}>
      <Trans>It is not for everybody. Your account tells if it is for you.</Trans>
    </Closed>
  )
}

function Ended() {
  const { t } = useLingui()
  const way = (
    <Link to="/explore" className={buttonClass('secondary')}>
      <Trans>Explore</Trans>
    </Link>
  )
  return (
    <Closed title={t`This offer has ended`} way={way}>
      <Trans>It is used up, over, or not meant for this account. You find creators and their prices in Explore.</Trans>
    </Closed>
  )
}

/** An offer that the viewer cannot use, and the way that leads on. */
function Closed({ title, way, children }: { title: string; way: ReactNode; children: ReactNode }) {
  return (
    <EmptyState heading="h1" icon={<Gift />} title={title} action={way}>
      {children}
    </EmptyState>
  )
}
