import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents } from '../../../core/connection/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { FanListPage } from '../../../features/fans/fan-list-page.tsx'

export const Route = createFileRoute('/creator/lists/$listId')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`List`,
  },
  component: Page,
})

function Page() {
  const { listId } = Route.useParams()
  const contents = useUnit($contents)
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      <FanListPage listId={listId} contents={contents} onLeave={() => void navigate({ to: '/creator/lists' })} />
    </WithSync>
  )
}
