import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { LoginPage } from '../../features/session/login-page.tsx'
import { lazyAgain } from '../../lazy-again.ts'
import { logIn } from '../../log-in.ts'
import { Notice } from '../../ui/notice.tsx'

const AccountLogout = lazyAgain(async () => (await import('../../account-logout.tsx')).AccountLogout, 'app')
const LinkForm = lazyAgain(async () => (await import('../../features/verification/link-form.tsx')).LinkForm, 'pages')

export const Route = createFileRoute('/auth/login')({
  staticData: { layout: 'public', catalogue: 'entry', title: msg`Log in` },
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  component: Page,
})

function Page() {
  const { next } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [leaving, setLeaving] = useState<string | null>(null)
  return (
    <>
      <LoginPage
        next={next}
        onLogin={async (values) => navigate({ href: await logIn(values, next), replace: true })}
        linkAgain={(email) => (
          <Suspense
            fallback={
              <Notice role="status">
                <Trans>Loading</Trans>
              </Notice>
            }
          >
            <LinkForm email={email} isKnown />
          </Suspense>
        )}
        onLeave={setLeaving}
      />
      {leaving && (
        <Suspense fallback={null}>
          <AccountLogout account={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </>
  )
}
