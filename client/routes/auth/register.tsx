import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { registerFan } from '../../app/flows/registration/register.ts'
import { OtherLogins } from '../../app/flows/session/other-logins.tsx'
import { intentionFor } from '../../core/session/intention.ts'
import type { Intention } from '../../core/session/intention.ts'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { FanForm } from '../../features/registration/fan-form.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

export const Route = createFileRoute('/auth/register')({
  staticData: { layout: 'public', catalogues: ['pages'], title: msg`Sign up` },
  validateSearch: nextOf,
  component: Page,
})

function Page() {
  const { next } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [intention] = useState(() => intentionFor(next))
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Heading intention={intention} />}>
        <Trans>
          Already have an account?{' '}
          <Link to="/auth/login" search={nextOf({ next })} className={textLinkClass}>
            Log in
          </Link>
        </Trans>
      </AuthHeading>
      <OtherLogins next={next} />
      <FanForm onRegister={async (values) => navigate({ href: await registerFan(values, next), replace: true })} />
      <p className="text-muted">
        <Trans>
          Do you want to share your own work?{' '}
          <Link to="/auth/register-creator" search={nextOf({ next })} className={textLinkClass}>
            Become a creator
          </Link>
        </Trans>
      </p>
    </div>
  )
}

function Heading({ intention }: { intention: Intention | null }) {
  const name = intention?.name
  if (intention?.purpose === 'follow') {
    return name === '' ? <Trans>Sign up to follow</Trans> : <Trans>Sign up to follow {name}</Trans>
  }
  if (intention?.purpose === 'subscribe') {
    return name === '' ? <Trans>Sign up to subscribe</Trans> : <Trans>Sign up to subscribe to {name}</Trans>
  }
  if (intention?.purpose === 'buy') return <Trans>Sign up to unlock it</Trans>
  if (intention?.purpose === 'comment') return <Trans>Sign up to comment</Trans>
  if (intention?.purpose === 'message') return <Trans>Sign up to write to {name}</Trans>
  return <Trans>Create your account</Trans>
}
