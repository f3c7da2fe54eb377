import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'
import { UsersPage } from '../../../features/desk/users/users-page.tsx'

export const Route = createFileRoute('/desk/users/')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Users`, catalogues: ['desk'] },
  component: () => (
    <DeskDoor>
      {({ permissions }) => (
        <UsersPage maySuspend={permissions.includes('users.suspend') && permissions.includes('cases.decide')} />
      )}
    </DeskDoor>
  ),
})
