import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { askedFactor } from '../../core/session/asked-factor.ts'
import type { AskedFactor } from '../../core/session/asked-factor.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { PendingLine } from '../../ui/list/pending-line.tsx'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'
import { takePendingLogin } from './pending-login.ts'
import type { PendingLogin } from './pending-login.ts'
import { beginSocialLogin, finishLink, finishSocialLogin, isDenied } from './social-login.ts'
import type { Returned } from './social-login.ts'

type Props = {
  provider: SocialProvider
  returned: Returned
  /** Signs the person in and goes on. */
  onEntered: (answer: LoginAnswer, login: PendingLogin) => Promise<void>
  /** The id of the account that is signed in, which a login can be linked to. */
  account: string | null
  /** The second step of a login that the account asks for. */
  secondStep: (asked: AskedFactor, login: PendingLogin) => ReactNode
  /** The login is linked to the account. */
  onLinked: () => Promise<void>
  /** Other ways in; `isForgotten`: only a new password opens the account. */
  others: (state: { isForgotten: boolean; isLink: boolean }) => ReactNode
}

/** Finishes a login that another site has led back from, or says why not and begins it again. */
export function CallbackPage({ provider, returned, onEntered, secondStep, account, onLinked, others }: Props) {
  const { t } = useLingui()
  const name = provider === 'google' ? 'Google' : 'X'
  // Read once: whatever comes of it, the login is over.
  const begun = useRef<PendingLogin | null>(null)
  const finish = useAction(async (login: PendingLogin | null) => {
    if (login === null) throw new Refusal('unauthenticated', 'This login did not work. Please begin again.')
    if (login.linkTo === undefined) return onEntered(await finishSocialLogin(login, returned), login)
    // Another account has signed in here meanwhile, or none.
    if (login.linkTo !== account) throw new Refusal('unauthenticated', 'This login did not work. Please begin again.')
    await finishLink(login, returned)
    await onLinked()
  })
  const again = useAction(async () => {
    const { remember = true, next, linkTo } = begun.current ?? {}
    location.assign(await beginSocialLogin(provider, { remember, next, linkTo: linkTo && (account ?? undefined) }))
  })
  const denied = isDenied(returned)
  const asked = useRef(false)
  useEffect(() => {
    // Once: React runs effects twice in development, and a code works once.
    if (asked.current) return
    asked.current = true
    begun.current = takePendingLogin(provider)
    if (!denied) void finish.run(begun.current)
  })
  const error = again.error ?? finish.error
  const isLink = begun.current?.linkTo !== undefined
  const factor = askedFactor(finish.error, begun.current?.remember ?? true)
  if (factor && begun.current && !again.busy) return secondStep(factor, begun.current)
  if (!denied && error === null) {
    return <PendingLine text={isLink ? t`Linking ${name}` : t`Logging in with ${name}`} />
  }
  return (
    <div className="grid gap-5">
      <AuthHeading title={isLink ? <Trans>The login is not linked</Trans> : <Trans>You are not logged in</Trans>}>
        {denied && <Trans>You did not agree at {name}.</Trans>}
      </AuthHeading>
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
      <Button busy={again.busy} onClick={() => void again.run()}>
        <Trans>Try again with {name}</Trans>
      </Button>
      {others({ isForgotten: isForgotten(error), isLink })}
    </div>
  )
}

function isForgotten(error: unknown): boolean {
  return error instanceof Refusal && (error.details ?? []).some(({ path }) => path === 'forgotten')
}
