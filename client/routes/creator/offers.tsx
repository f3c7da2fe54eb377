import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { OffersPage } from '../../features/offers/offers-page.tsx'

export const Route = createFileRoute('/creator/offers')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Offers`,
  },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return user && <OffersPage creatorId={user._id} />
}
