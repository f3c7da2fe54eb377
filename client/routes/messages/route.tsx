import { msg } from '@lingui/core/macro'
import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { ConversationList } from '../../features/conversations/conversation-list.tsx'
import { MessagesLayout } from '../../features/conversations/messages-layout.tsx'
import { useRoomSubscriptions } from '../../features/conversations/use-room-subscriptions.ts'

export const Route = createFileRoute('/messages')({
  staticData: { needsEngine: true, authenticate: true, layout: 'primary', title: msg`Messages` },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  // The next account must not see the search of this one.
  return user && <Messages key={user._id} viewerId={user._id} />
}

function Messages({ viewerId }: { viewerId: string }) {
  const contents = useUnit($contents)
  const { conversationId } = useParams({ strict: false })
  const [search, setSearch] = useState('')
  const showRooms = useRoomSubscriptions()
  return (
    <WithSync fallback={<PendingScreen />}>
      <MessagesLayout
        isThreadOpen={conversationId !== undefined}
        list={
          <ConversationList
            viewerId={viewerId}
            contents={contents}
            search={search}
            onSearch={setSearch}
            onShown={showRooms}
          />
        }
        thread={<Outlet />}
      />
    </WithSync>
  )
}
