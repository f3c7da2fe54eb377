import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { clockTime } from '../../../core/media/clock-time.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { StreamStatusLabel } from '../watch/stream-status-label.tsx'

type Props = {
  show: Show
  userId: string
  /** Leads back to the group show that goes on; null where there is none. */
  onAgain?: (() => void) | null
}

/** The end of a request or a show: why, how long both were connected, and what was paid. */
export function ShowReceipt({ show, userId, onAgain = null }: Props) {
  const why = useReason(show, userId)
  const isCreator = show.performer._id === userId
  const { performer } = show
  return (
    <section className="mx-auto grid w-full max-w-md gap-4 py-8">
      <div className="grid justify-items-center gap-2 text-center">
        {show.status === 'ended' && <StreamStatusLabel status="ended" />}
        <p className="font-semibold">{why}</p>
      </div>
      {show.status === 'ended' && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 text-sm">
          <dt>
            <Trans>Both connected</Trans>
          </dt>
          <dd className="text-end tabular-nums">{clockTime(show.seconds)}</dd>
          <dt>
            <Trans>A minute</Trans>
          </dt>
          <dd className="text-end">
            <TokenPrice value={show.rate} />
          </dd>
          <dt className="font-semibold">{isCreator ? <Trans>Paid by the fan</Trans> : <Trans>You paid</Trans>}</dt>
          <dd className="text-end font-semibold">
            <TokenPrice value={show.charged} />
          </dd>
        </dl>
      )}
      {show.status !== 'ended' && !isCreator && (
        <p className="text-center text-sm text-muted">
          <Trans>Nothing was charged.</Trans>
        </p>
      )}
      {show.cap !== null && show.charged > 0 && (
        <p className="text-center text-sm text-muted">
          <Plural value={show.cap} one="Your limit was # token." other="Your limit was # tokens." />
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {onAgain && (
          <Button onClick={onAgain}>
            <Trans>Back to the show</Trans>
          </Button>
        )}
        {isCreator ? (
          <Link to="/creator/live" className={buttonClass('secondary')}>
            <Trans>To the studio</Trans>
          </Link>
        ) : (
          <>
            <Link
              to="/$profileId"
              params={{ profileId: performer.username ?? performer._id }}
              className={buttonClass('secondary')}
            >
              <Trans>See the profile</Trans>
            </Link>
            <Link to="/wallet/history" className={buttonClass('secondary')}>
              <Trans>Your payments</Trans>
            </Link>
          </>
        )}
      </div>
    </section>
  )
}

function useReason({ kind, status, endedReason, performer, fan }: Show, userId: string): string {
  const { t } = useLingui()
  const isCreator = performer._id === userId
  const other = isCreator ? fan.name : performer.name
  const isSeat = kind === 'group'
  switch (status) {
    case 'expired':
      return isCreator ? t`The request was not answered in time.` : t`${other} did not answer in time.`
    case 'canceled':
      if (isSeat) return isCreator ? t`${other} left before the show began.` : t`You left before the show began.`
      return isCreator ? t`${other} took the request back.` : t`You took the request back.`
    case 'declined':
      return isCreator ? t`You declined the request.` : t`${other} declined the request.`
    case 'failed':
      if (isSeat)
        return isCreator
          ? t`The seat ended before the show began for ${other}.`
          : t`You did not connect in time, or the show is over.`
      return t`The show could not begin: one of you did not connect.`
    default:
  }
  switch (endedReason) {
    case 'fan':
      return isCreator ? t`${other} left the show.` : t`You left the show.`
    case 'performer':
      return isCreator ? t`You ended the show.` : t`${other} ended the show.`
    case 'balance':
      return t`The wallet had no tokens for another minute.`
    case 'cap':
      return t`The limit of the show was reached.`
    case 'line':
      return t`The line was lost.`
    case 'staff':
      return t`The show was ended by the site.`
    default:
      return t`The show was broken off by the server. Only stored seconds are paid.`
  }
}
