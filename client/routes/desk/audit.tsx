import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../features/desk/audit-page.tsx'
import { DeskDoor } from '../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/audit')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Audit`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <AuditPage />}</DeskDoor>,
})
