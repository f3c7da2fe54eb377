import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { JobsPage } from '../../features/desk/jobs/jobs-page.tsx'

export const Route = createFileRoute('/desk/jobs')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Jobs`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <JobsPage />}</DeskDoor>,
})
