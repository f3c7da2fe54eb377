import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline, $syncStatus } from '../../features/connection/model.ts'
import { ConversationHeader } from '../../features/conversations/conversation-header.tsx'
import { NoConversation } from '../../features/conversations/no-conversation.tsx'
import { useConversation } from '../../features/conversations/use-conversations.ts'
import { useLive } from '../../features/conversations/use-live.ts'
import { Thread } from '../../features/messages/thread.tsx'
import { ThreadSkeleton } from '../../features/messages/thread-skeleton.tsx'
import { $user } from '../../features/session/model.ts'

export const Route = createFileRoute('/messages/$conversationId')({
  staticData: { tabBar: false },
  component: Page,
})

function Page() {
  const { conversationId } = Route.useParams()
  const [user, isOffline, status] = useUnit([$user, $offline, $syncStatus])
  const conversation = useConversation(conversationId)
  const { presence, isTyping, onTyping } = useLive(conversationId, conversation?.recipient._id ?? null)
  if (!user || conversation === undefined) return <ThreadSkeleton />
  if (conversation === null) {
    // Until the server has been asked once, what is not here may still come.
    return status?.lastSyncAt || isOffline ? <NoConversation isOffline={isOffline} /> : <ThreadSkeleton />
  }
  return (
    <>
      <ConversationHeader recipient={conversation.recipient} presence={presence} isTyping={isTyping} />
      <Thread
        key={conversationId}
        conversation={conversation}
        viewerId={user._id}
        isOffline={isOffline}
        isTyping={isTyping}
        onTyping={onTyping}
      />
    </>
  )
}
