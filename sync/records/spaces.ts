/** A user's private space: the own profile. */
export function spaceOfUser(userId: string): string {
  return `u:${userId}`
}

/** A conversation's space: the conversation and its messages, for its participants. */
export function spaceOfConversation(conversationId: string): string {
  return `c:${conversationId}`
}

/** The ids of the conversations among these spaces. */
export function conversationsOf(spaces: readonly string[]): string[] {
  return spaces.flatMap((space) => (space.startsWith('c:') ? space.slice(2) : []))
}
