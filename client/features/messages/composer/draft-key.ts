/** The key of a conversation's draft. */
export function draftKey(conversationId: string): string {
  return `message:${conversationId}`
}
