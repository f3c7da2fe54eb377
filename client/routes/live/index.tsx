import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { LivePage } from '../../features/live/list/live-page.tsx'

export const Route = createFileRoute('/live/')({
  staticData: { layout: 'home', catalogues: ['lists'], title: msg`Live now` },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return <LivePage isCreator={user?.isPerformer ?? false} />
}
