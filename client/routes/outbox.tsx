import { msg } from '@lingui/core/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { mutationWords } from '../app/mutation-words.ts'
import { $line, $syncStatus } from '../core/connection/model.ts'
import { $user } from '../core/session/model.ts'
import { queuedArgs, wordsOf } from '../core/sync/mutation-words.ts'
import { useSync, WithSync } from '../core/sync/sync-provider.tsx'
import { OutboxPage } from '../features/outbox/outbox-page.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    whileSuspended: true,
    layout: 'primary',
    catalogues: ['pages'],
    title: msg`Waiting to be sent`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [user, line, status] = useUnit([$user, $line, $syncStatus])
  const sync = useSync()
  const navigate = useNavigate()
  if (!user) return null
  return (
    <OutboxPage
      account={user._id}
      words={mutationWords}
      line={line}
      state={status?.state ?? 'idle'}
      onEdit={async (record) =>
        wordsOf(mutationWords, record.name)?.edit?.open(queuedArgs(record), {
          ...{ record, sync, navigate },
          isCreator: user.isPerformer,
        })
      }
    />
  )
}
