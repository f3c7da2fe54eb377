import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { NoteButton } from '../../app/flows/note-button.tsx'
import { $contents, $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { NoConversation } from '../../features/conversations/choose-conversation.tsx'
import { ConversationHeader } from '../../features/conversations/conversation-header.tsx'
import { useConversationPresence } from '../../features/conversations/use-conversation-presence.ts'
import { useConversation } from '../../features/conversations/use-conversations.ts'
import { useThread } from '../../features/messages/history/use-thread.ts'
import { ThreadSkeleton } from '../../features/messages/thread-skeleton.tsx'
import { Thread } from '../../features/messages/thread.tsx'

export const Route = createFileRoute('/messages/$conversationId')({
  staticData: { tabBar: false, catalogues: ['content'] },
  validateSearch: ({ at }: Record<string, unknown>): { at?: number } =>
    Number.isSafeInteger(at) && Number(at) > 0 ? { at: Number(at) } : {},
  component: Page,
})

function Page() {
  const { conversationId } = Route.useParams()
  const { at } = Route.useSearch()
  return <OpenConversation key={`${conversationId} ${at ?? ''}`} conversationId={conversationId} at={at} />
}

/** Reads conversation and messages side by side. */
function OpenConversation({ conversationId, at }: { conversationId: string; at: number | undefined }) {
  const thread = useThread(useSync(), conversationId, at)
  const [user, contents, isOffline] = useUnit([$user, $contents, $offline])
  const conversation = useConversation(conversationId)
  const { presence, isTyping, onTyping } = useConversationPresence(conversationId, conversation?.recipient._id ?? null)
  if (!user || conversation === undefined) return <ThreadSkeleton />
  if (conversation === null) {
    if (contents === 'coming') return <ThreadSkeleton />
    return <NoConversation isOffline={isOffline || contents === 'away'} />
  }
  return (
    <>
      <ConversationHeader
        recipient={conversation.recipient}
        presence={presence}
        isTyping={isTyping}
        FanAction={user.isPerformer ? NoteButton : undefined}
      />
      <Thread
        conversation={conversation}
        thread={thread}
        at={at}
        viewerId={user._id}
        isOffline={isOffline}
        isTyping={isTyping}
        onTyping={onTyping}
      />
    </>
  )
}
