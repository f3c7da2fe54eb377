import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../../app/flows/studio-nav.tsx'
import { $user } from '../../../core/session/model.ts'
import { GoLivePage } from '../../../features/live/studio/go-live-page.tsx'

export const Route = createFileRoute('/creator/live/')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    fans: '/live',
    layout: 'primary',
    catalogues: ['live'],
    title: msg`Go live`,
  },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return (
    <>
      <StudioNav />
      {user && <GoLivePage user={user} />}
    </>
  )
}
