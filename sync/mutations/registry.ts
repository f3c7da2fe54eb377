import type { InferOutput } from 'valibot'
import { clearCart, setCartLine } from './cart.ts'
import { openConversation, readAll } from './conversations.ts'
import { setFollow } from './follows.ts'
import { discardDraft, publishDraft, saveDraft } from './drafts.ts'
import { deleteMessage, sendMessage } from './messages.ts'
import { publishPost, removePost, updatePost } from './posts.ts'
import { updateProfile } from './profile.ts'
import { setReaction } from './reactions.ts'

/** Raised when the arguments of a mutation change, so that the server can tell what an older device queued. */
export const SCHEMA_VERSION = 2

/** Every mutation of the product, by the name under which it travels. */
export const mutations = {
  'message.send': sendMessage,
  'message.delete': deleteMessage,
  'conversation.open': openConversation,
  'conversation.read-all': readAll,
  'profile.update': updateProfile,
  'follow.set': setFollow,
  'reaction.set': setReaction,
  'cart.set': setCartLine,
  'cart.clear': clearCart,
  'post.publish': publishPost,
  'post.update': updatePost,
  'post.remove': removePost,
  'draft.save': saveDraft,
  'draft.discard': discardDraft,
  'draft.publish': publishDraft,
} as const

export type MutationName = keyof typeof mutations
export type ArgsOf<Name extends MutationName> = InferOutput<(typeof mutations)[Name]['args']>
