import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { LoginPage } from '../../features/login/login-page.tsx'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { logIn } from '../../app/flows/session/log-in.ts'
import { Notice } from '../../ui/form/notice.tsx'

const AccountLogout = lazyAgain(
  async () => (await import('../../app/flows/session/logout-flow.tsx')).AccountLogout,
  'app',
)
const LinkForm = lazyAgain(async () => (await import('../../features/verification/link-form.tsx')).LinkForm, 'pages')

export const Route = createFileRoute('/auth/login')({
  staticData: { layout: 'public', catalogue: 'entry', title: msg`Log in` },
  validateSearch: nextOf,
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
        linkAgain={(email) => <LinkAgain email={email} />}
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

/** The word that the form is on its way stands in a region beside it, which would read out the form as a whole. */
function LinkAgain({ email }: { email: string | undefined }) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const coming = (
    <Notice>
      <Trans>Loading</Trans>
    </Notice>
  )
  return (
    <>
      <div ref={setRegion} role="status" className="empty:absolute" />
      {email && (
        <Suspense fallback={region && createPortal(coming, region)}>
          <LinkForm email={email} isKnown />
        </Suspense>
      )}
    </>
  )
}
