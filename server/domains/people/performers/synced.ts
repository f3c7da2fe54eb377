import { performersOf, spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { POST_WINDOW } from '@vesper/sync/vesper/records/windows.ts'
import { notBlockedFor, whereVisible } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { File } from '../../../infra/files/entity.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { SpaceKind } from '../../../infra/sync/pull/visible-spaces.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { joinAccount } from '../accounts/account-sql.ts'
import { User } from '../accounts/entity.ts'
import { addCard } from '../accounts/synced.ts'
import { Performer } from './entity.ts'
import { creatorsAmong } from './queries.ts'

/** The cards of the creators whose channels the viewer has. The caller makes sure that named ids are such. */
export const creators: SyncedCollection<'creators'> = {
  name: 'creators',
  window: (reading, spaces) => byIds(reading, performersOf(spaces)),
  byIds,
}

async function byIds({ em, viewerId }: Reading, ids: readonly string[]): Promise<SyncedRow[]> {
  if (ids.length === 0) return []
  const users = await em.find(User, { id: { $in: [...ids] }, status: 'active', ...whereVisible({ userId: viewerId }) })
  const cards = await creatorsAmong(em, users)
  return cards.map((card) => ({ space: spaceOfPerformer(card._id), collection: 'creators', value: card }))
}

/** A card shows the welcome video once that is ready. */
export const cardsThatShowVideos = derivedRows({
  ...{ shows: File, collection: 'creators', space: "'p:' || p.user_id", id: 'p.user_id' },
  from: 'performer p where p.welcome_video_file_id = any(?::uuid[])',
})

/** Every other field of the row is on the card. */
const HIDDEN_FROM_CARD: ReadonlySet<string> = new Set([
  'dateOfBirth',
  'rejectionReason',
  'lastPostSeq',
  'score',
  'counts',
  'updatedAt',
])
const PRICES = ['monthlyPrice', 'quarterlyPrice', 'halfYearlyPrice', 'yearlyPrice', 'isFreeSubscription']
const SHOWN_TO_CREATOR = ['verification', 'rejectionReason']

/**
 * The own profile shows the review. The card in the channel shows the page. The review decides what others see of the
 * account in any of their rows.
 */
export const recordPerformer: Recorder<Performer> = (changes, { entity: { userId }, payload }) => {
  if (SHOWN_TO_CREATOR.some((field) => field in payload)) {
    changes.add({ space: spaceOfUser(userId), collection: 'profiles', id: userId })
  }
  if ('verification' in payload) changes.show(User, userId)
  // Subscriptions show the price at which they renew, and carts how the creator sells.
  if ([...PRICES, 'sellerKind'].some((field) => field in payload)) changes.show(Performer, userId)
  if (Object.keys(payload).some((field) => !HIDDEN_FROM_CARD.has(field))) addCard(changes, userId)
}

/**
 * The channels of the creators whom the viewer follows, the latest follow first, and a creator's own. Others have the
 * channel of a creator for as long as the account is open to them, and blocks neither them nor their country.
 */
export const channelSpaces: SpaceKind = {
  idsOf: performersOf,
  sql: `select 'p:' || u.id, 1 + least(coalesce(p.last_post_seq, 0), ?), false, coalesce(f.created_at, u.created_at)
    from (
      select performer_id, created_at from follow where follower_id = ? union all select ?::uuid, null
    ) as f
    ${joinAccount('u', 'f.performer_id')} and u.is_performer and u.status = 'active'
      and (f.created_at is null or (${openToOthers('u')} and ${notBlockedFor('?::uuid', 'u.id')}))
    left join performer p on p.user_id = u.id`,
  params: [POST_WINDOW, 'viewer', 'viewer', 'viewer', 'viewer'],
  among: 'where u.id = any(?::uuid[])',
}
