import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { SitePage } from '../../features/desk/site/site-page.tsx'

export const Route = createFileRoute('/desk/site')({
  staticData: { authenticate: true, layout: 'primary', whileClosed: true, title: msg`Site`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <SitePage />}</DeskDoor>,
})
