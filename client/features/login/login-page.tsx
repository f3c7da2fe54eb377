import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/form/notice.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { LoginForm } from './login-form.tsx'
import type { LoginValues } from './login-form.tsx'
import { $session } from '../../core/session/model.ts'

type Props = {
  next: string | undefined
  onLogin: (values: LoginValues) => Promise<void>
  /** The way to another link; `email`: an address that has to be confirmed before its account opens. */
  linkAgain: (email: string | undefined) => ReactNode
  /** Takes the account whose session has ended off this device. */
  onLeave: (account: string) => void
}

export function LoginPage({ next, onLogin, linkAgain, onLeave }: Props) {
  const session = useUnit($session)
  const expected = session.state === 'needs-auth' ? session.user : null
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
          <Trans>Welcome back</Trans>
        </h1>
        <p className="text-muted">
          <Trans>Log in to go on where you left off.</Trans>
        </p>
      </div>
      {expected && (
        <Notice tone="warning" role="status">
          <Trans>
            Please login! Your session has ended. What you wrote is kept on this device and goes out once you are back.
          </Trans>
        </Notice>
      )}
      {!expected && next && (
        <Notice role="status">
          <Trans>Please login!</Trans>
        </Notice>
      )}
      <LoginForm
        username={expected?.username ?? expected?.email ?? ''}
        remember={session.state === 'needs-auth' ? session.remember : isInstalled()}
        onLogin={onLogin}
        linkAgain={linkAgain}
        forgotten={
          <Link
            to="/auth/forgot"
            className="inline-flex min-h-target items-center font-semibold text-accent-ink hover:underline"
          >
            <Trans>Forgotten your password?</Trans>
          </Link>
        }
      />
      {expected && (
        <button type="button" onClick={() => onLeave(expected._id)} className={textLinkClass}>
          <Trans>You are not {expected.name}? Remove this account from the device</Trans>
        </button>
      )}
      <p className="text-muted">
        <Trans>
          New here?{' '}
          <Link to="/auth/register" className={textLinkClass}>
            Sign up as a fan
          </Link>{' '}
          or{' '}
          <Link to="/auth/register-creator" className={textLinkClass}>
            become a creator
          </Link>
          .
        </Trans>
      </p>
    </div>
  )
}

/** An installed app is its owner's: it keeps the session unless told otherwise. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}
