import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PagesList } from '../../features/pages/pages-list.tsx'

export const Route = createFileRoute('/pages/')({
  staticData: { layout: 'home', whileSuspended: true, catalogues: ['pages'], title: msg`About this site` },
  component: PagesList,
})
