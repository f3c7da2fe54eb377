import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $user } from '../../core/session/model.ts'
import { textLinkClass } from '../../ui/form/text-link.ts'

/** Answers to what people ask most. */
export function Topics() {
  const isSignedIn = useUnit($user) !== null
  return (
    <section aria-labelledby="contact-topics" className="grid gap-3">
      <h2 id="contact-topics" className="text-lg font-semibold">
        <Trans>Perhaps this helps at once</Trans>
      </h2>
      <ul role="list" className="grid gap-2">
        {!isSignedIn && (
          <Topic title={<Trans>I can’t log in</Trans>}>
            <Trans>Choose a new password by email.</Trans>{' '}
            <Link to="/auth/forgot" className={textLinkClass}>
              <Trans>Forgotten your password?</Trans>
            </Link>
          </Topic>
        )}
        {isSignedIn && (
          <Topic title={<Trans>I don’t see a payment</Trans>}>
            <Trans>Each payment has a receipt in your history.</Trans>{' '}
            <Link to="/wallet/history" className={textLinkClass}>
              <Trans>History of the wallet</Trans>
            </Link>
          </Topic>
        )}
        {isSignedIn && (
          <Topic title={<Trans>I want to end a subscription</Trans>}>
            <Trans>You can cancel at any time, also without a connection.</Trans>{' '}
            <Link to="/subscriptions" className={textLinkClass}>
              <Trans>Subscriptions</Trans>
            </Link>
          </Topic>
        )}
        {isSignedIn && (
          <Topic title={<Trans>Something was not sent</Trans>}>
            <Trans>Unsent changes wait on this device and are sent by themselves.</Trans>{' '}
            <Link to="/outbox" className={textLinkClass}>
              <Trans>Waiting to be sent</Trans>
            </Link>
          </Topic>
        )}
        <Topic title={<Trans>I want to report a post or a person</Trans>}>
          {isSignedIn ? (
            <Trans>Choose Report in the menu beside it. We see what you saw.</Trans>
          ) : (
            <Link to="/report" className={textLinkClass}>
              <Trans>Report a page</Trans>
            </Link>
          )}
        </Topic>
      </ul>
    </section>
  )
}

function Topic({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <details className="rounded-card border border-line bg-surface px-4 [&[open]]:pb-3">
        <summary className="flex min-h-target cursor-pointer items-center font-semibold">{title}</summary>
        <p className="text-muted">{children}</p>
      </details>
    </li>
  )
}
