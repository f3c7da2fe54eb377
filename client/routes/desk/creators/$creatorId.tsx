import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CreatorPage } from '../../../features/desk/creators/creator-page.tsx'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/creators/$creatorId')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Creator`, catalogues: ['desk'] },
  component: Page,
})

function Page() {
  const { creatorId } = Route.useParams()
  return <DeskDoor>{() => <CreatorPage key={creatorId} creatorId={creatorId} />}</DeskDoor>
}
