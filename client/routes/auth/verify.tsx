import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { callApi } from '../../core/api/api.ts'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { currentSession, keepProfile } from '../../core/session/session.ts'
import { DenyLogin } from '../../features/verification/deny-login.tsx'
import { UndoEmail } from '../../features/verification/undo-email.tsx'
import { VerificationPage } from '../../features/verification/verification-page.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'

type Search = { token?: string; undo?: string; notMe?: string; email?: string; next?: string }

export const Route = createFileRoute('/auth/verify')({
  // A link from a mail is opened signed in as well as not.
  staticData: { layout: 'public', noredirect: true, catalogues: ['pages'], title: msg`Confirm your email address` },
  validateSearch: ({ token, undo, notMe, email, ...rest }: Record<string, unknown>): Search => ({
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof undo === 'string' ? { undo } : {}),
    ...(typeof notMe === 'string' ? { notMe } : {}),
    ...(typeof email === 'string' ? { email } : {}),
    ...nextOf(rest),
  }),
  component: Page,
})

function Page() {
  const { token, undo, notMe, email, next } = Route.useSearch()
  if (undo) return <UndoEmail token={undo} />
  if (notMe) return <DenyLogin token={notMe} />
  return (
    <VerificationPage
      token={token}
      email={email}
      onConfirmed={() => void refreshProfile()}
      next={
        // Leads on to `next` where somebody is signed in.
        <Link to="/auth/login" search={nextOf({ next })} className={buttonClass('primary')}>
          <Trans>Continue</Trans>
        </Link>
      }
    />
  )
}

async function refreshProfile(): Promise<void> {
  if (currentSession().state !== 'signed-in') return
  await keepProfile(await callApi({ path: '/users/me', answer: Profile }))
}
