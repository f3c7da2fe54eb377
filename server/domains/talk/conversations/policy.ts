import type { User } from '../../people/accounts/entity.ts'

/** A conversation is between a fan and a creator. Says why two users cannot have one; null when they can. */
export function pairRefusal(
  actor: Pick<User, 'id' | 'isPerformer'>,
  recipient: Pick<User, 'id' | 'isPerformer'>,
): string | null {
  if (actor.id === recipient.id) return 'You cannot start a conversation with yourself.'
  if (actor.isPerformer && recipient.isPerformer) return 'Creators cannot message other creators.'
  if (!actor.isPerformer && !recipient.isPerformer) return 'You can message creators only.'
  return null
}

/** A conversation stays readable when the other account is gone or closed, but takes no new messages. */
export function canSendTo(recipient: { isOpen: boolean }): boolean {
  return recipient.isOpen
}
