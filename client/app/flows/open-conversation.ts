import type { useRouter } from '@tanstack/react-router'
import type { OpenConversation } from '@vesper/sync/vesper/api/conversations.ts'
import { Conversation, conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { currentSession } from '../../core/session/session.ts'
import { openedSync } from '../../core/sync/sync.ts'

/** Opens the conversation with somebody, offline too where the device's storage can be opened; resolves to its id. */
async function openConversationWith(other: Participant): Promise<string> {
  const sync = await openedSync()
  const session = currentSession()
  if (!sync || session.state !== 'signed-in') {
    const body: v.InferInput<typeof OpenConversation> = { source: 'performer', sourceId: other._id }
    return (await callApi({ method: 'POST', path: '/conversations', body, answer: Conversation }))._id
  }
  const conversationId = conversationIdOf(session.user._id, other._id)
  const { _id, name, username, avatar, isPerformer } = other
  await sync.mutate('conversation.open', { conversationId, recipient: { _id, name, username, avatar, isPerformer } })
  return conversationId
}

type Router = Pick<ReturnType<typeof useRouter>, 'latestLocation' | 'navigate'>

/** Opens it and goes there, unless whoever asked has gone on to another page meanwhile. */
export async function openConversation(router: Router, other: Participant): Promise<void> {
  const asked = router.latestLocation.href
  const conversationId = await openConversationWith(other)
  if (router.latestLocation.href !== asked) return
  await router.navigate({ to: '/messages/$conversationId', params: { conversationId } })
}
