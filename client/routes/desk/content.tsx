import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '../../features/desk/content/content-page.tsx'
import { DeskDoor } from '../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/content')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Content`, catalogues: ['desk'] },
  component: () => (
    <DeskDoor>{({ permissions }) => <ContentPage mayDecide={permissions.includes('cases.decide')} />}</DeskDoor>
  ),
})
