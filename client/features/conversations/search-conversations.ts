import type { Conversation } from '@vesper/sync/records/conversation.ts'

/** A predicate for conversations that have every word of `query` in a name or in the last text; null asks for all. */
export function conversationMatcher(query: string): ((conversation: Conversation) => boolean) | null {
  const words = folded(query).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return null
  return ({ recipient, lastMessage }) => {
    const text = lastMessage && !lastMessage.isDeleted ? lastMessage.text : ''
    const hay = folded(`${recipient.name} ${recipient.username ?? ''} ${text}`)
    return words.every((word) => hay.includes(word))
  }
}

/** Without case, accents, Arabic vowel signs and the stretch letter, so that people find what they would call the same. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLocaleLowerCase()
}
