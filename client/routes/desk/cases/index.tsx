import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CasesPage } from '../../../features/desk/cases/cases-page.tsx'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/cases/')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Cases`, catalogues: ['desk'] },
  component: () => (
    <DeskDoor>{({ permissions }) => <CasesPage canDecide={permissions.includes('cases.decide')} />}</DeskDoor>
  ),
})
