import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DecisionsPage } from '../../../features/decisions/decisions-page.tsx'

export const Route = createFileRoute('/user/decisions/')({
  staticData: {
    authenticate: true,
    whileSuspended: true,
    layout: 'primary',
    catalogues: ['lists'],
    title: msg`Decisions`,
  },
  component: () => <DecisionsPage />,
})
