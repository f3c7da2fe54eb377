import { collection } from '../engine/model.ts'
import { migrateArguments } from './mutations/argument-migrations.ts'
import { SCHEMA_VERSION } from './mutations/schema-version.ts'
import type { Address } from './records/address.ts'
import type { OwnAsset } from './records/asset.ts'
import type { Block } from './records/block.ts'
import type { Broadcast } from './records/broadcast.ts'
import type { CartLine } from './records/cart-line.ts'
import type { OwnComment } from './records/comment.ts'
import type { Conversation } from './records/conversation.ts'
import type { Creator } from './records/creator.ts'
import type { FanList, FanListMember } from './records/fan-list.ts'
import type { FanNote } from './records/fan-note.ts'
import type { Follow } from './records/follow.ts'
import type { Grant } from './records/grant.ts'
import type { Message } from './records/message.ts'
import type { Notice, NotificationRead } from './records/notification.ts'
import type { Order } from './records/order.ts'
import type { PostDraft } from './records/post-draft.ts'
import type { Post } from './records/post.ts'
import type { Preferences } from './records/preferences.ts'
import type { Profile } from './records/profile.ts'
import type { Reaction } from './records/reaction.ts'
import { spaceOfConversation, spaceOfPerformer, spaceOfUser } from './records/spaces.ts'
import type { Subscription } from './records/subscription.ts'
import type { Vote } from './records/vote.ts'
import type { Wallet } from './records/wallet.ts'
import { MESSAGE_WINDOW, POST_WINDOW } from './records/windows.ts'

/** The local data of Vesper, for every kind of account. */
export const vesperStorage = {
  product: 'vesper',
  schema: SCHEMA_VERSION,
  readArguments: migrateArguments,
  storage: 15,
  collections: {
    profiles: collection<Profile>({
      indexes: [],
      space: (profile) => spaceOfUser(profile._id),
      // A password that changes moves it, and is shown nowhere.
      unversioned: ['updatedAt'],
    }),
    preferences: collection<Preferences>({ indexes: [], space: ({ _id }) => spaceOfUser(_id) }),
    conversations: collection<Conversation>({
      indexes: ['updatedAt', 'totalNotSeenMessages'],
      space: (conversation) => spaceOfConversation(conversation._id),
    }),
    messages: collection<Message>({
      indexes: ['[conversationId+seq]'],
      space: (message) => spaceOfConversation(message.conversationId),
      spare: { place: ({ seq }) => seq, keep: 2 * MESSAGE_WINDOW, most: 2_000 },
    }),
    follows: collection<Follow>({ indexes: ['createdAt'], space: (follow) => spaceOfUser(follow.followerId) }),
    blocks: collection<Block>({ indexes: ['createdAt'], space: ({ performerId }) => spaceOfUser(performerId) }),
    'fan-lists': collection<FanList>({ indexes: ['name'], space: ({ performerId }) => spaceOfUser(performerId) }),
    'fan-list-members': collection<FanListMember>({
      indexes: ['listId', 'userId'],
      space: ({ performerId }) => spaceOfUser(performerId),
    }),
    'fan-notes': collection<FanNote>({ indexes: ['updatedAt'], space: ({ performerId }) => spaceOfUser(performerId) }),
    grants: collection<Grant>({ indexes: [], space: ({ userId }) => spaceOfUser(userId) }),
    creators: collection<Creator>({
      indexes: ['username'],
      space: (creator) => spaceOfPerformer(creator._id),
      // Other creators' counts are those at the time of the read.
      unversioned: ['counts'],
    }),
    wallets: collection<Wallet>({ indexes: [], space: ({ _id }) => spaceOfUser(_id) }),
    subscriptions: collection<Subscription>({
      indexes: ['performerId', 'paidThrough'],
      space: ({ userId }) => spaceOfUser(userId),
    }),
    addresses: collection<Address>({ indexes: ['updatedAt'], space: ({ userId }) => spaceOfUser(userId) }),
    orders: collection<Order>({
      indexes: ['updatedAt'],
      space: ({ buyer }) => spaceOfUser(buyer._id),
      // Both names are of when the row was read; time alone changes what may be done.
      unversioned: ['performer', 'buyer', 'allowed'],
    }),
    /** The orders of a creator's products. */
    sales: collection<Order>({
      indexes: ['updatedAt', 'fulfilment'],
      space: ({ performer }) => spaceOfUser(performer._id),
      unversioned: ['performer', 'buyer', 'allowed'],
    }),
    'cart-lines': collection<CartLine>({ indexes: [], space: (line) => spaceOfUser(line.userId) }),
    reactions: collection<Reaction>({ indexes: ['action'], space: (reaction) => spaceOfUser(reaction.userId) }),
    votes: collection<Vote>({
      indexes: ['createdAt'],
      space: ({ userId }) => spaceOfUser(userId),
      // The counts are of when the vote was read.
      unversioned: ['counts', 'voters'],
    }),
    notifications: collection<Notice>({
      indexes: ['seq'],
      space: ({ userId }) => spaceOfUser(userId),
      // Names and pictures are of when the row was read.
      unversioned: ['actors'],
    }),
    'notification-reads': collection<NotificationRead>({ indexes: [], space: ({ _id }) => spaceOfUser(_id) }),
    'own-comments': collection<OwnComment>({
      indexes: ['objectId', 'createdAt'],
      space: ({ authorId }) => spaceOfUser(authorId),
    }),
    posts: collection<Post>({
      indexes: ['[performerId+seq]', 'publishedAt'],
      space: (post) => spaceOfPerformer(post.performerId),
      // A post that is not published yet has no place.
      spare: { place: ({ seq }) => seq || null, keep: 2 * POST_WINDOW, most: 500 },
      // Other creators' counts are those at the time of the read.
      unversioned: ['likes', 'comments', 'views', 'votes', 'voters'],
    }),
    'own-assets': collection<OwnAsset>({
      indexes: ['kind', 'updatedAt'],
      space: ({ performerId }) => spaceOfUser(performerId),
      // They count others, and are as of when the row was read.
      unversioned: ['likes', 'comments', 'views', 'bookmarks'],
      own: true,
    }),
    'post-drafts': collection<PostDraft>({
      indexes: ['updatedAt'],
      space: ({ ownerId }) => spaceOfUser(ownerId),
      own: true,
    }),
    /** Messages to many. */
    broadcasts: collection<Broadcast>({
      indexes: ['updatedAt'],
      space: ({ performerId }) => spaceOfUser(performerId),
      own: true,
    }),
  },
} as const
