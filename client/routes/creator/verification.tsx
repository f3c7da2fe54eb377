import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { MeanwhileInReview } from '../../app/flows/meanwhile-in-review.tsx'
import { $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { keepProfile } from '../../core/session/session.ts'
import { ConfirmAddress } from '../../features/account/confirm-address.tsx'
import { DocumentsPage } from '../../features/verification/documents-page.tsx'

export const Route = createFileRoute('/creator/verification')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['pages'],
    title: msg`Verification`,
  },
  component: Page,
})

function Page() {
  const [user, isOffline] = useUnit([$user, $offline])
  if (!user) return null
  // The account's record comes with the next synchronisation; until then this device knows it.
  const onSent = () => keepProfile({ ...user, verification: 'submitted', rejectionReason: null })
  const confirm = <ConfirmAddress user={user} />
  const meanwhile = <MeanwhileInReview user={user} />
  return <DocumentsPage {...{ user, isOffline, confirm, meanwhile, onSent }} />
}
