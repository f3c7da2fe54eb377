import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { CloudOff } from 'lucide-react'
import { Suspense } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { $session } from '../../core/session/model.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { DiscountOffer } from './discount-offer.tsx'
import { Middle } from './middle.tsx'
import { TrialOffer } from './trial-offer.tsx'

// Most links are of an offer that lasts.
const ClosedOffer = lazyAgain(async () => (await import('./closed-offer.tsx')).ClosedOffer, 'money')

/** The page behind the link of an offer: who makes it, what it promises, and the button that uses it. */
export function JoinPage({ code }: { code: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useKeptAnswer(`/join/${encodeURIComponent(code)}`, JoinOffer)
  if (error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'forbidden')) {
    return (
      <Middle>
        <Suspense fallback={null}>
          <ClosedOffer refusal={error} path={`/join/${code}`} />
        </Suspense>
      </Middle>
    )
  }
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
