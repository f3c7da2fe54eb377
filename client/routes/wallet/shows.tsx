import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { MyShowsPage } from '../../features/live/shows/my-shows-page.tsx'

export const Route = createFileRoute('/wallet/shows')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['live'], title: msg`My shows` },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return user && <MyShowsPage userId={user._id} />
}
