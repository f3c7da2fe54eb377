import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $line, $syncStatus } from '../core/connection/model.ts'
import { takeBack } from '../features/messages/composer/edit-queued-message.ts'
import { unsentMessages } from '../features/messages/composer/unsent-messages.ts'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { OutboxPage } from '../features/outbox/outbox-page.tsx'
import { $user } from '../core/session/model.ts'
import { useSync, WithSync } from '../core/sync/sync-provider.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: { authenticate: true, layout: 'primary', catalogue: 'pages', title: msg`Waiting to be sent` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [user, line, status] = useUnit([$user, $line, $syncStatus])
  const sync = useSync()
  const navigate = Route.useNavigate()
  if (!user) return null
  return (
    <OutboxPage
      account={user._id}
      line={line}
      state={status?.state ?? 'idle'}
      onEdit={async (record) => {
        if (record.name === 'profile.update') {
          // The form there has the values of what was refused.
          return await navigate({ to: user.isPerformer ? '/creator/account' : '/user/account' })
        }
        // By name and not by lane: what names the lanes is code that only creators load.
        const { _id } = record.args as { _id: string }
        if (record.name === 'draft.save') {
          return await navigate({ to: '/creator/studio/$draftId', params: { draftId: _id } })
        }
        if (record.name === 'post.update') {
          return await navigate({ to: '/creator/studio/posts/$postId', params: { postId: _id } })
        }
        const [unsent] = unsentMessages([record]).values()
        if (!unsent) return
        if (!(await takeBack(sync, unsent))) return
        await navigate({ to: '/messages/$conversationId', params: { conversationId: unsent.args.conversationId } })
      }}
    />
  )
}
