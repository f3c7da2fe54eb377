import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { OverviewPage } from '../../features/desk/overview/overview-page.tsx'

/** The desk begins with the figures of the site, or with the first place that the account may use. */
export const Route = createFileRoute('/desk/')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Overview`, catalogues: ['desk', 'studio'] },
  component: () => (
    <DeskDoor>
      {({ permissions }) => {
        if (permissions.includes('stats.read')) return <OverviewPage />
        return <Navigate to={permissions.includes('content.read') ? '/desk/cases' : '/desk/approvals'} replace />
      }}
    </DeskDoor>
  ),
})
