import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { CloudOff, Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { $session } from '../../core/session/model.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { DiscountOffer } from './discount-offer.tsx'
import { TrialOffer } from './trial-offer.tsx'

/** The page behind the link of an offer: who makes it, what it promises, and the button that uses it. */
export function JoinPage({ code }: { code: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useKeptAnswer(`/join/${encodeURIComponent(code)}`, JoinOffer)
  if (error instanceof Refusal && error.kind === 'not-found') {
    const used = error.details?.find((detail) => detail.path === 'used')
    return used ? <Used profileId={used.message} /> : <Ended />
  }
  if (error instanceof Refusal && error.kind === 'forbidden') return <LogInFirst path={`/join/${code}`} />
  if (data) return <Open offer={data} path={`/join/${code}`} />
  if (error === undefined && !isOffline) {
    return (
      <Middle>
        <Skeleton className="h-72 w-72 rounded-card" />
      </Middle>
    )
  }
  return (
    <Middle>
      {isOffline ? (
        <EmptyState heading="h1" icon={<CloudOff />} title={t`You are offline`}>
          <Trans>This offer opens here when you are back online.</Trans>
        </EmptyState>
      ) : (
        <ErrorState
          heading="h1"
          title={t`The offer could not be loaded`}
          message={errorMessage(error)}
          onRetry={() => void mutate()}
        />
      )}
    </Middle>
  )
}

function Open({ offer, path }: { offer: JoinOffer; path: string }) {
  const { t, i18n } = useLingui()
  const session = useUnit($session)
  const { kind, days, percent, endsAt, creator, canUse } = offer
  const { name, username, avatar } = creator
  const end = endsAt && formatDate(new Date(endsAt), i18n.locale, { dateStyle: 'long' })
  return (
    <Middle>
      <Avatar name={name} src={avatar} size="xl" className="ring-4 ring-accent" />
      <h1 dir="auto" tabIndex={-1} className="text-2xl font-bold outline-none">
        {kind === 'trial' ? t`${days} free days with ${name}` : t`${percent}% off your first term with ${name}`}
      </h1>
      {canUse ? (
        kind === 'trial' ? (
          <TrialOffer offer={offer} path={path} />
        ) : (
          <DiscountOffer offer={offer} path={path} />
        )
      ) : (
        <p className="text-muted">
          <Trans>This is your own offer. Fans use it here.</Trans>
        </p>
      )}
      {end && (
        <p className="text-sm text-muted">
          <Trans>The offer ends on {end}.</Trans>
        </p>
      )}
      <Link
        to="/$profileId"
        params={{ profileId: username ?? creator._id }}
        className="inline-flex min-h-target items-center font-semibold text-accent-ink"
      >
        <Trans>See the page of {name}</Trans>
      </Link>
      {session.state === 'signed-out' && (
        <Link to="/auth/login" search={{ next: path }} className="inline-flex min-h-target items-center text-muted">
          <Trans>I have an account</Trans>
        </Link>
      )}
    </Middle>
  )
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
    <Middle>
      <EmptyState heading="h1" icon={<Gift />} title={title} action={way}>
        {children}
      </EmptyState>
    </Middle>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <main className="safe-x mx-auto grid w-full max-w-md flex-1 content-center justify-items-center gap-4 py-10 text-center">
      {children}
    </main>
  )
}
