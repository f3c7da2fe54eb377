import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RequestsPage } from '../../../features/live/shows/requests-page.tsx'

export const Route = createFileRoute('/creator/live/requests')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['live'],
    title: msg`Private shows`,
  },
  component: RequestsPage,
})
