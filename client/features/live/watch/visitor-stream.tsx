import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { Radio } from 'lucide-react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { keepIntention } from '../../../core/session/intention.ts'
import { ShareMenu } from '../../../entities/content/share-menu.tsx'
import { SubscribeToOpen } from '../../../entities/content/subscribe-to-open.tsx'
import { SignUpToUnlock } from '../../../entities/content/unlock-button.tsx'
import { LiveBadge } from '../../../entities/live/live-badge.tsx'
import { useLiveNow } from '../../../entities/live/use-live-now.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'

/** A stream for somebody without an account: who is live with what, and the way in. */
export function VisitorStream({ username }: { username: string }) {
  const { t } = useLingui()
  const { streams, isLoading } = useLiveNow()
  const stream = streams?.find(({ performer }) => performer.username === username || performer._id === username)
  const next = `/live/${username}`
  if (isLoading) return <Skeleton className="m-4 aspect-video rounded-card" />
  if (!stream) {
    return (
      <main className="grid flex-1 place-items-center">
        <EmptyState
          heading="h1"
          icon={<Radio />}
          title={t`No stream is live here`}
          action={
            <Link to="/live" className={buttonClass('secondary')}>
              <Trans>See who is live</Trans>
            </Link>
          }
        />
      </main>
    )
  }
  const { performer, title } = stream
  return (
    <main className="dusk-sky grid min-h-[70dvh] flex-1 place-items-center px-6 py-10 text-center text-white">
      <div className="grid justify-items-center gap-4">
        <Avatar name={performer.name} src={performer.avatar} size="xl" className="ring-4 ring-danger" />
        <LiveBadge />
        <h1 dir="auto" tabIndex={-1} className="text-xl font-bold outline-none">
          {title}
        </h1>
        <bdi>{performer.name}</bdi>
        <SignUp stream={stream} next={next} />
        <Link to="/auth/login" search={{ next }} className={buttonClass('secondary')}>
          <Trans>Log in</Trans>
        </Link>
        <ShareMenu
          label={t`Actions on this stream`}
          content={{ type: 'stream', id: stream._id, ownerId: performer._id }}
          page={{ name: title, path: `/live/${performer.username ?? performer._id}` }}
        />
      </div>
    </main>
  )
}

/** The way to an account, which leads back to the door: it is entered by a follow, a subscription or a ticket. */
function SignUp({ stream: { _id, access, price, performer }, next: path }: { stream: Stream; next: string }) {
  const { _id: id, name } = performer
  if (access === 'subscribers') return <SubscribeToOpen performerId={id} page={path} />
  if (access === 'paid' && price !== null) return <SignUpToUnlock thing={{ id: _id, price, path }} />
  const isForFollowers = access === 'followers'
  const keep = () => keepIntention({ purpose: 'follow', id, name, path })
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={isForFollowers ? keep : undefined}
      className={buttonClass()}
    >
      {isForFollowers ? <Trans>Sign up to follow</Trans> : <Trans>Sign up to watch</Trans>}
    </Link>
  )
}
