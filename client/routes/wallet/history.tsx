import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '../../features/wallet/history-page.tsx'

export const Route = createFileRoute('/wallet/history')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['lists'], title: msg`History` },
  component: HistoryPage,
})
