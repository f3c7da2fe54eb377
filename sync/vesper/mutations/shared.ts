import { removeAddress, saveAddress } from './addresses.ts'
import { clearCart, setCartLine } from './cart.ts'
import { addComment, editComment, removeComment } from './comments.ts'
import { muteMany, openConversation, readAll } from './conversations.ts'
import { setFollow } from './follows.ts'
import { deleteMessage, editMessage, reactToMessage, sendMessage } from './messages.ts'
import { readNotifications } from './notifications.ts'
import { receiveOrder } from './orders.ts'
import { updatePreferences } from './preferences.ts'
import { updateProfile } from './profile.ts'
import { setReaction } from './reactions.ts'
import { cancelSubscription, resumeSubscription } from './subscriptions.ts'
import { setVote } from './votes.ts'

/** The mutations of every account. */
export const sharedMutations = {
  'message.send': sendMessage,
  'message.edit': editMessage,
  'message.react': reactToMessage,
  'message.delete': deleteMessage,
  'conversation.open': openConversation,
  'conversation.read-all': readAll,
  'conversation.mute-many': muteMany,
  'profile.update': updateProfile,
  'notification.read-all': readNotifications,
  'preferences.update': updatePreferences,
  'follow.set': setFollow,
  'reaction.set': setReaction,
  'vote.set': setVote,
  'comment.add': addComment,
  'comment.edit': editComment,
  'comment.remove': removeComment,
  'subscription.cancel': cancelSubscription,
  'subscription.resume': resumeSubscription,
  'order.received': receiveOrder,
  'cart.set': setCartLine,
  'cart.clear': clearCart,
  'address.save': saveAddress,
  'address.remove': removeAddress,
} as const
