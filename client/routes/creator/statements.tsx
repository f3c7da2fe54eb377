import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { StatementsPage } from '../../features/statements/statements-page.tsx'

export const Route = createFileRoute('/creator/statements')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Statements`,
  },
  component: () => (
    <>
      <StudioNav />
      <StatementsPage />
    </>
  ),
})
