import { useUnit } from 'effector-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { PendingScreen } from './pending-screen.tsx'

const AccountLogout = lazyAgain(async () => (await import('../flows/session/logout-flow.tsx')).AccountLogout, 'pages')
const SuspendedPage = lazyAgain(
  async () => (await import('../../features/decisions/suspended-page.tsx')).SuspendedPage,
  'lists',
)

/** Stands in place of the pages that a suspended account cannot use. The device keeps all that it has. */
export function SuspendedLayout({ notice }: { notice: ReactNode }) {
  const user = useUnit($user)
  const [isLeaving, setLeaving] = useState(false)
  if (!user) return null
  return (
    <div id="content">
      {notice}
      <Suspense fallback={<PendingScreen />}>
        <SuspendedPage account={user._id} isPerformer={user.isPerformer} onLeave={() => setLeaving(true)} />
        {isLeaving && <AccountLogout account={user._id} onClose={() => setLeaving(false)} />}
      </Suspense>
    </div>
  )
}
