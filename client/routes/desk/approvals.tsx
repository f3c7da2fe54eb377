import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsPage } from '../../features/desk/approvals-page.tsx'
import { DeskDoor } from '../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/approvals')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Approvals`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <ApprovalsPage />}</DeskDoor>,
})
