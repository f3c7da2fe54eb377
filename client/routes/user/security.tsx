import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { SecurityPage } from '../../features/security/security-page.tsx'

export const Route = createFileRoute('/user/security')({
  staticData: {
    authenticate: true,
    whileSuspended: true,
    layout: 'primary',
    catalogues: ['security'],
    title: msg`Security`,
  },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return user && <SecurityPage account={user._id} isStaff={user.isStaff === true} />
}
