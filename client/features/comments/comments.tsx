import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CommentObject } from '@vesper/sync/vesper/records/comment.ts'
import { useUnit } from 'effector-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { ownPartSeen } from '../../entities/content/use-count-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { CommentList } from './comment-list.tsx'
import { RefusedComments } from './refused-comments.tsx'
import { noOwnPart, pageOf, ThreadContext } from './thread-context.ts'
import type { OwnPart } from './thread-context.ts'
import type { Order } from './use-comment-list.ts'
import { useLiveComments } from './use-live-comments.ts'
import { useOwnComments } from './use-own-comments.ts'
import { WriteComment } from './write-comment.tsx'

type Props = {
  objectType: CommentObject
  objectId: string
  /** The creator whose thing it is. */
  ownerId: string
  /** The number of comments that the thing shows, as the server counted them. */
  counted?: number
  /** Where a visitor comes back to. */
  path: string
}

/** The comments below a thing that is open to the viewer. */
export function Comments(props: Props) {
  const user = useUnit($user)
  if (!user) return <Thread {...props} part={noOwnPart} write={<ToSignUp {...props} />} />
  return (
    <WithSync fallback={null}>
      <OwnThread {...props} />
    </WithSync>
  )
}

function OwnThread(props: Props) {
  const { objectId, counted } = props
  const tell = useUnit(ownPartSeen)
  const part = useOwnComments(objectId)
  const { before, now } = part ? ownCount(part) : {}
  useEffect(() => {
    if (counted === undefined || before === undefined || now === undefined) return
    tell({ of: `comments ${objectId}`, counted, before, now })
  }, [tell, objectId, counted, before, now])
  if (!part) return null
  return (
    <Thread
      {...props}
      part={part}
      write={
        <>
          <WriteComment parentId={null} />
          <RefusedComments parentId={null} />
        </>
      }
    />
  )
}

/** The own comments as they are now, and as the server has them before the mutations that wait here. */
function ownCount({ own, queued, removed }: OwnPart): { before: number; now: number } {
  const now = own.filter(({ _id }) => !removed.has(_id)).length
  const waiting = queued.filter(({ state }) => state !== 'rejected' && state !== 'cancelling')
  const idsOf = (mutation: string) =>
    waiting.filter(({ name }) => name === mutation).map(({ args }) => (args as { _id: string })._id)
  const [added, taken] = [idsOf('comment.add'), idsOf('comment.remove')]
  // One that comes and goes before it is sent changes nothing.
  const more = added.filter((id) => !taken.includes(id)).length - taken.filter((id) => !added.includes(id)).length
  return { before: now - more, now }
}

function Thread({ objectType, objectId, ownerId, part, write }: Props & { part: OwnPart; write: ReactNode }) {
  const { t } = useLingui()
  const user = useUnit($user)
  const region = useRef<HTMLElement>(null)
  const [order, setOrder] = useState<Order>('newest')
  const { live, missed, forgetAnswers } = useLiveComments(pageOf({ objectType, objectId }))
  const thread = useMemo(
    () => ({
      ...part,
      blocked: user?._id === ownerId ? part.blocked : noOwnPart.blocked,
      objectType,
      objectId,
      ownerId,
      viewer: user,
      live,
      missed,
    }),
    [part, objectType, objectId, ownerId, user, live, missed],
  )
  useEffect(() => {
    const isMeant = user !== null && takeIntention('comment', objectId)
    if (isMeant || location.hash === '#comments') region.current?.scrollIntoView({ block: 'start' })
    if (isMeant) region.current?.querySelector('textarea')?.focus()
  }, [user, objectId])
  return (
    <ThreadContext value={thread}>
      <section ref={region} id="comments" aria-labelledby="comments-title" className="grid scroll-mt-20 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="comments-title" className="text-lg font-semibold">
            <Trans>Comments</Trans>
          </h2>
          <select
            aria-label={t({ message: 'Order', context: 'of a list' })}
            value={order}
            onChange={(event) => setOrder(event.target.value === 'liked' ? 'liked' : 'newest')}
            className="min-h-target rounded-control border border-control bg-surface px-3 text-sm text-ink"
          >
            <option value="newest">{t`Newest first`}</option>
            <option value="liked">{t`Most liked first`}</option>
          </select>
        </div>
        {write}
        <CommentList key={order} order={order} onCounted={forgetAnswers} />
      </section>
    </ThreadContext>
  )
}

function ToSignUp({ objectId, path }: Pick<Props, 'objectId' | 'path'>) {
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'comment', id: objectId, name: '', path })}
      className={buttonClass('secondary', 'justify-self-start')}
    >
      <Trans>Sign up to comment</Trans>
    </Link>
  )
}
