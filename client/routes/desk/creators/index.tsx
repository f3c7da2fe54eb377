import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CreatorsPage } from '../../../features/desk/creators/creators-page.tsx'
import { DeskDoor } from '../../../features/desk/desk-door.tsx'

export const Route = createFileRoute('/desk/creators/')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Creators`, catalogues: ['desk'] },
  component: () => <DeskDoor>{() => <CreatorsPage />}</DeskDoor>,
})
