import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { ShowPage } from '../../features/live/shows/show-page.tsx'

export const Route = createFileRoute('/show/$requestId')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['live'], title: msg`Private show` },
  component: Page,
})

function Page() {
  const { requestId } = Route.useParams()
  const user = useUnit($user)
  return user && <ShowPage key={requestId} requestId={requestId} user={user} />
}
