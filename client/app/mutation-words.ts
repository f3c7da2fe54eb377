import type { AllMutationWords } from '../core/sync/mutation-words.ts'
import { accountMutations } from '../features/account/mutations.tsx'
import { addressMutations } from '../features/addresses/mutations.tsx'
import { assetMutations } from '../features/assets/mutations.tsx'
import { broadcastMutations } from '../features/broadcasts/mutations.tsx'
import { cartMutations } from '../features/cart/mutations.tsx'
import { commentMutations } from '../features/comments/mutations.tsx'
import { creatorMutations } from '../features/creators/mutations.tsx'
import { fanMutations } from '../features/fans/mutations.tsx'
import { followMutations } from '../features/follows/mutations.tsx'
import { messageMutations } from '../features/messages/mutations.tsx'
import { moderationMutations } from '../features/moderation/mutations.tsx'
import { notificationMutations } from '../features/notifications/mutations.tsx'
import { orderMutations } from '../features/orders/mutations.tsx'
import { pauseMutations } from '../features/pauses/mutations.tsx'
import { reactionMutations, voteMutations } from '../features/posts/mutations.tsx'
import { preferenceMutations } from '../features/preferences/mutations.tsx'
import { studioMutations } from '../features/studio/mutations.tsx'
import { subscriptionMutations } from '../features/subscriptions/mutations.tsx'

/** Every mutation in words. Pages that list mutations load it with them. */
export const mutationWords: AllMutationWords = {
  ...accountMutations,
  ...addressMutations,
  ...assetMutations,
  ...broadcastMutations,
  ...cartMutations,
  ...commentMutations,
  ...creatorMutations,
  ...fanMutations,
  ...followMutations,
  ...messageMutations,
  ...notificationMutations,
  ...orderMutations,
  ...moderationMutations,
  ...pauseMutations,
  ...preferenceMutations,
  ...reactionMutations,
  ...studioMutations,
  ...subscriptionMutations,
  ...voteMutations,
}
