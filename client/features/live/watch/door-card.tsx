import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JoinAnswer, Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { DoorOpen, Lock, Ticket, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { takeIntention } from '../../../core/session/intention.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { SubscribeToOpen } from '../../../entities/content/subscribe-to-open.tsx'
import { useContentActions } from '../../../entities/content/use-content-actions.ts'
import { LiveBadge } from '../../../entities/live/live-badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TakeSeat } from '../shows/take-seat.tsx'
import { streamPath } from './stream-path.ts'
import { useRemovalWords } from './use-removal-words.ts'

type Props = {
  answer: JoinAnswer
  follow: ReactNode
  /** Why the viewer was put out; null for somebody who was not in. */
  refusal: string | null
  onRetry: () => void
}

/** Stands in the place of a picture that the viewer may not see: why, and what opens it. */
export function DoorCard({ answer, follow, refusal, onRetry }: Props) {
  const { stream } = answer
  const { performer, title } = stream
  const why = useRemovalWords(refusal)
  return (
    <section
      aria-label={title}
      className="dusk-sky grid min-h-72 place-items-center px-6 py-10 text-center text-white md:rounded-card"
    >
      <div className="grid max-w-sm justify-items-center gap-4">
        <span className="relative">
          <Avatar name={performer.name} src={performer.avatar} size="xl" className="ring-4 ring-danger" />
          <LiveBadge className="absolute -bottom-2 left-1/2 -translate-x-1/2" />
        </span>
        {why !== null && (
          <Notice tone="danger" role="alert">
            {why}
          </Notice>
        )}
        <Way answer={answer} follow={follow} onRetry={onRetry} />
      </div>
    </section>
  )
}

function Way({ answer: { access, price, stream }, follow, onRetry }: Omit<Props, 'refusal'>) {
  const { t } = useLingui()
  const { performer } = stream
  switch (access) {
    case 'pay':
      return (
        <>
          <Reason icon={<Ticket />} text={t`This stream has a ticket. It is yours until the stream ends.`} />
          {stream.status === 'starting' ? (
            <>
              <p className="text-sm">
                <Trans>Tickets are sold from the first picture on.</Trans>
              </p>
              <Again onRetry={onRetry} />
            </>
          ) : (
            price !== null && <TicketButton stream={stream} price={price} />
          )}
        </>
      )
    case 'rate':
      return (
        <>
          <Reason icon={<UsersRound />} text={t`A group show: you pay for the seconds in which you are connected.`} />
          <TakeSeat stream={stream} onSeated={onRetry} />
        </>
      )
    case 'subscribe':
      return (
        <>
          <Reason icon={<Lock />} text={t`This stream is for subscribers.`} />
          <SubscribeToOpen performerId={performer._id} page={streamPath(stream)} />
        </>
      )
    case 'follow':
      return (
        <>
          <Reason icon={<Lock />} text={t`This stream is for followers.`} />
          {follow}
          <Again onRetry={onRetry} />
        </>
      )
    case 'full':
      return (
        <>
          <Reason icon={<UsersRound />} text={t`This stream is full.`} />
          <Again onRetry={onRetry} />
        </>
      )
    case 'open':
    case 'over':
      return <Again onRetry={onRetry} />
  }
}

function Again({ onRetry }: { onRetry: () => void }) {
  return (
    <Button kind="secondary" icon={<DoorOpen className="size-5" />} onClick={onRetry}>
      <Trans>Enter</Trans>
    </Button>
  )
}

function Reason({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <p className="flex items-center gap-2 font-semibold [&_svg]:size-5 [&_svg]:shrink-0">
      {icon}
      {text}
    </p>
  )
}

function TicketButton({ stream, price }: { stream: Stream; price: number }) {
  const { askToBuy } = useContentActions()
  const money = useMoneyOf()(price)
  const { performer, _id: id } = stream
  const page = streamPath(stream)
  const ask = () => askToBuy({ type: 'stream', id, ownerId: performer._id, price, page })
  useEffect(() => {
    if (takeIntention('buy', id)) ask()
  })
  return (
    <>
      <Button onClick={ask}>
        <Plural value={price} one="Buy a ticket for # token" other="Buy a ticket for # tokens" />
      </Button>
      {money !== null && <p className="text-sm">{money}</p>}
    </>
  )
}
