import { useUnit } from 'effector-react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { $user } from '../../../core/session/model.ts'
import { DeliveryStateLabel } from '../../../core/sync/delivery-state-label.tsx'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { pollStateOf } from './poll-state.ts'
import type { Asking } from './poll-state.ts'
import { PollView } from './poll-view.tsx'
import { useLiveCounts } from './use-live-counts.ts'
import { useVote } from './use-vote.ts'

/** The poll of a post. Who is signed in votes in it, without a connection too. */
export function Poll({ post }: { post: Asking & { performerId: string } }) {
  const account = useUnit($user)?._id ?? null
  const isAuthor = account === post.performerId
  const now = useNow()
  const live = useLiveCounts(post._id, isAuthor && !pollStateOf(post, null, now).isOver)
  const asked = <PollView poll={post.poll} state={pollStateOf({ ...post, live }, null, now)} vote={null} />
  if (account === null || isAuthor) return asked
  return (
    <WithSync fallback={asked} canWait>
      <OwnPoll post={post} account={account} now={now} />
    </WithSync>
  )
}

function OwnPoll({ post, account, now }: { post: Asking; account: string; now: number }) {
  const own = useVote(post._id)
  const read = pollStateOf(post, own?.vote ?? null, now)
  const live = useLiveCounts(post._id, read.counts !== null && !read.isOver)
  const state = pollStateOf({ ...post, live }, own?.vote ?? null, now)
  const voting = useActionWithToast(async (options: number[]) => own?.send(options))
  const mayVote = own !== undefined && own.vote === null && post.votes === null && !state.isOver
  const keptAs = `${account} ${post._id}`
  const vote = mayVote ? { keptAs, isBusy: voting.busy, send: (options: number[]) => void voting.run(options) } : null
  return (
    <PollView poll={post.poll} state={state} vote={vote}>
      {own && <DeliveryStateLabel sending={own.sending} />}
    </PollView>
  )
}
