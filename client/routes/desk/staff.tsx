import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { StaffPage } from '../../features/desk/staff-page.tsx'

export const Route = createFileRoute('/desk/staff')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Staff`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <StaffPage />}</DeskDoor>,
})
