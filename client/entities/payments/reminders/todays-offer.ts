import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import { movedDate } from '@vesper/sync/vesper/records/pause-clock.ts'
import { callApi } from '../../../core/api/api.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import type { Wanted } from './reminder.ts'

/**
 * A thing as it is offered now. `price` is in tokens, null where its dialog asks for it. `owned`: the account has it already.
 * `gone`: it is not for sale, or not there any more.
 */
export type TodaysOffer = { state: 'offered'; price: number | null } | { state: 'owned' } | { state: 'gone' }

const GONE = { state: 'gone' } as const

/** Reads from the server what a thing costs now. Rejects as `callApi` does, except for a thing that is not there. */
export async function todaysOffer({ db }: Pick<Sync, 'db'>, wanted: Wanted): Promise<TodaysOffer> {
  try {
    return await readOffer(db, wanted)
  } catch (error) {
    if (error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'forbidden')) return GONE
    throw error
  }
}

async function readOffer(db: Sync['db'], { type, id, tokens }: Wanted): Promise<TodaysOffer> {
  switch (type) {
    case 'tip':
    case 'subscription': {
      const creator = await callApi({ path: `/performers/${id}`, answer: Creator })
      const isMember =
        type === 'subscription' && (await db.grants.filter((grant) => isMembershipOf(grant, creator)).count()) > 0
      if (isMember) return { state: 'owned' }
      return { state: 'offered', price: type === 'tip' ? tokens : null }
    }
    case 'feed': {
      const post = await callApi({ path: `/user/feeds/${id}`, answer: FeedPost })
      return offerOf({ isLocked: post.isLocked, price: post.access === 'paid' ? post.price : 0 })
    }
    case 'video':
    case 'gallery': {
      const path = `/performer-assets/${type === 'video' ? 'videos' : 'galleries'}/${id}`
      const asset = await callApi({ path, answer: AssetView })
      return offerOf({ isLocked: asset.isLocked, price: asset.access === 'paid' ? asset.price : 0 })
    }
    case 'message': {
      // A message keeps its price, and no call reads one alone. Its thread tells whether it was bought or deleted since.
      const message = await db.messages.get(id)
      if (!message) return { state: 'offered', price: tokens }
      return message.isDeleted || !message.sale ? GONE : offerOf(message.sale)
    }
    case 'stream': {
      const { access, price } = await callApi({ path: `/streaming/join/${id}`, answer: JoinAnswer })
      if (access === 'open') return { state: 'owned' }
      return access === 'pay' && price !== null ? { state: 'offered', price } : GONE
    }
  }
}

function isMembershipOf(grant: Grant, { _id: id, pauses = [] }: Creator): boolean {
  if (grant.kind !== 'membership' || grant.performerId !== id) return false
  const { accessUntil, countedFrom } = grant
  return Date.parse(countedFrom === undefined ? accessUntil : movedDate(pauses, countedFrom, accessUntil)) > Date.now()
}

function offerOf({ isLocked, price }: { isLocked: boolean; price: number }): TodaysOffer {
  if (!isLocked) return { state: 'owned' }
  return price > 0 ? { state: 'offered', price } : GONE
}
