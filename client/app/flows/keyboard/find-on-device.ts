import { openedSync } from '../../../core/sync/sync.ts'
import { conversationMatcher } from '../../../features/conversations/conversation-matcher.ts'
import { matching } from '../../../features/search/use-device-results.ts'
import type { Finding } from './finding.ts'
import { creatorFinding, postFinding } from './finding.ts'

const EACH_MAX = 5

/** Creators, conversations and open posts on this device that have all the words, five of each at most. */
export async function findOnDevice(q: string): Promise<Finding[]> {
  const db = (await openedSync())?.db
  const isMeant = conversationMatcher(q)
  if (!db || !isMeant) return []
  const [creators, posts, conversations] = await Promise.all([
    db.creators.toArray(),
    db.posts.toArray(),
    db.conversations.orderBy('updatedAt').reverse().filter(isMeant).limit(EACH_MAX).toArray(),
  ])
  const found = matching({ creators, posts }, q)
  return [
    ...found.creators.slice(0, EACH_MAX).map(creatorFinding),
    ...conversations.map(({ _id, recipient }) => ({
      ...{ kind: 'conversation' as const, path: `/messages/${_id}`, name: recipient.name },
    })),
    ...found.posts.slice(0, EACH_MAX).map(postFinding),
  ]
}
