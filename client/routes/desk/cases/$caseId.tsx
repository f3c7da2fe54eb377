import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CasePage } from '../../../features/desk/cases/case-page.tsx'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/cases/$caseId')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Case`, catalogues: ['desk'] },
  component: Page,
})

function Page() {
  const { caseId } = Route.useParams()
  return <DeskDoor>{({ permissions }) => <CasePage key={caseId} caseId={caseId} permissions={permissions} />}</DeskDoor>
}
