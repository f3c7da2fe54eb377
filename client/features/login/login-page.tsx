import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { intentionFor } from '../../core/session/intention.ts'
import type { Intention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { LoginForm } from './login-form.tsx'
import type { LoginValues, NeededLink } from './login-form.tsx'

type Props = {
  next: string | undefined
  onLogin: (values: LoginValues) => Promise<void>
  linkAgain: (needed: NeededLink) => ReactNode
  /** Logins of other sites. */
  otherLogins: ReactNode
  /** The way in without a password. */
  passkey: ReactNode
  /** Takes the account whose session has ended off this device. */
  onLeave: (account: string) => void
}

export function LoginPage({ next, onLogin, linkAgain, otherLogins, passkey, onLeave }: Props) {
  const session = useUnit($session)
  const [intention] = useState(() => intentionFor(next))
  const expected = session.state === 'needs-auth' ? session.user : null
  return (
    <div className="grid gap-6">
      <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
        <Heading isBack={expected !== null} intention={intention} />
      </h1>
      {expected && (
        <Notice tone="warning" role="status">
          <Trans>
            Please login! Your session has ended. Unsent changes stay on this device and are sent when you log in again.
          </Trans>
        </Notice>
      )}
      {!expected && next && !intention && (
        <Notice role="status">
          <Trans>Please login!</Trans>
        </Notice>
      )}
      {otherLogins}
      <LoginForm
        username={expected?.username ?? expected?.email ?? ''}
        remember={session.state === 'needs-auth' ? session.remember : isInstalled()}
        onLogin={onLogin}
        linkAgain={linkAgain}
        forgotten={
          <Link
            to="/auth/forgot"
            search={nextOf({ next })}
            className="inline-flex min-h-target items-center font-semibold text-accent-ink hover:underline"
          >
            <Trans>Forgotten your password?</Trans>
          </Link>
        }
      />
      {passkey}
      {expected && (
        <button type="button" onClick={() => onLeave(expected._id)} className={textLinkClass}>
          <Trans>You are not {expected.name}? Remove this account from the device</Trans>
        </button>
      )}
      {/* As large as the way in: a newcomer looks for this one. */}
      <Link to="/auth/register" search={nextOf({ next })} className={buttonClass('secondary', 'w-full')}>
        <Trans>Create account</Trans>
      </Link>
      <p className="text-muted">
        <Trans>
          Do you want to share your own work?{' '}
          <Link to="/auth/register-creator" search={nextOf({ next })} className={textLinkClass}>
            Become a creator
          </Link>
        </Trans>
      </p>
      <Link to="/explore" className={textLinkClass}>
        <Trans>Look around first</Trans>
      </Link>
      <Link to="/contact" className={textLinkClass}>
        <Trans>Contact</Trans>
      </Link>
    </div>
  )
}

function Heading({ isBack, intention }: { isBack: boolean; intention: Intention | null }) {
  const name = intention?.name
  if (intention?.purpose === 'follow') {
    return name === '' ? <Trans>Log in to follow</Trans> : <Trans>Log in to follow {name}</Trans>
  }
  if (intention?.purpose === 'subscribe') {
    return name === '' ? <Trans>Log in to subscribe</Trans> : <Trans>Log in to subscribe to {name}</Trans>
  }
  if (intention?.purpose === 'buy') return <Trans>Log in to unlock it</Trans>
  if (intention?.purpose === 'comment') return <Trans>Log in to comment</Trans>
  if (intention?.purpose === 'message') return <Trans>Log in to write to {name}</Trans>
  return isBack ? <Trans>Welcome back</Trans> : <Trans>Welcome to Vesper</Trans>
}

/** An installed app is its owner's: it keeps the session unless told otherwise. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}
