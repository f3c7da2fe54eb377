/** A user's private space: the own profile, whom the user follows, the cart, drafts of posts. */
export function spaceOfUser(userId: string): string {
  return `u:${userId}`
}

/** A conversation's space: the conversation and its messages, for its participants. */
export function spaceOfConversation(conversationId: string): string {
  return `c:${conversationId}`
}

/** A creator's channel: what the creator shows to all followers alike, one space for however many they are. */
export function spaceOfPerformer(performerId: string): string {
  return `p:${performerId}`
}

/** The ids of the conversations among these spaces. */
export function conversationsOf(spaces: readonly string[]): string[] {
  return idsAfter('c:', spaces)
}

/** The ids of the creators whose channels are among these spaces. */
export function performersOf(spaces: readonly string[]): string[] {
  return idsAfter('p:', spaces)
}

function idsAfter(prefix: string, spaces: readonly string[]): string[] {
  return spaces.flatMap((space) => (space.startsWith(prefix) ? space.slice(prefix.length) : []))
}
