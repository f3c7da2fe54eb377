import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SubscribersPage } from '../../features/subscriptions/subscribers-page.tsx'

export const Route = createFileRoute('/creator/subscribers')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Subscribers`,
  },
  component: SubscribersPage,
})
