import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'
import { UserPage } from '../../../features/desk/users/user-page.tsx'

export const Route = createFileRoute('/desk/users/$userId')({
  staticData: { authenticate: true, layout: 'primary', title: msg`User`, catalogues: ['desk'] },
  component: Page,
})

function Page() {
  const { userId } = Route.useParams()
  return <DeskDoor>{({ permissions }) => <UserPage key={userId} userId={userId} permissions={permissions} />}</DeskDoor>
}
