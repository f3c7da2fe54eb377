import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { folded, wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'

/** A predicate for conversations that have every word of `query` in a name or in the last text; null asks for all. */
export function conversationMatcher(query: string): ((conversation: Conversation) => boolean) | null {
  const words = wordsOf(query)
  if (words.length === 0) return null
  return ({ recipient, lastMessage }) => {
    const text = lastMessage && !lastMessage.isDeleted ? lastMessage.text : ''
    const hay = folded(`${recipient.name} ${recipient.username ?? ''} ${text}`)
    return words.every((word) => hay.includes(word))
  }
}
