import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { fieldErrors, errorMessage } from '../../core/api/error-message.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'

export type LoginValues = { username: string; password: string; remember: boolean }

/** A link without which nobody logs in. `email`: an address to be confirmed; `name`: an account that strangers guess at. */
export type NeededLink = { email?: string; name?: string }

type Props = {
  /** Who the form expects, after a session has ended. */
  username: string
  /** The default of 'remember me'. */
  remember: boolean
  onLogin: (values: LoginValues) => Promise<void>
  forgotten: ReactNode
  /** Stands below the form, with the link that the account needs, if any. */
  linkAgain: (needed: NeededLink) => ReactNode
}

/** Asks who it is, and for the password; what was typed stays when it is refused. */
export function LoginForm({ username, remember, onLogin, forgotten, linkAgain }: Props) {
  const { t } = useLingui()
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({})
  const action = useAction(onLogin)
  const error = useErrorWhileTrue(action.error)
  // The address itself, which the server tells to those alone who know the password.
  const { emailVerification: address, loginLink } = fieldErrors(action.error, ['emailVerification', 'loginLink'])
  const [tried, setTried] = useState('')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const values = {
      username: text(form, 'username').trim(),
      password: text(form, 'password'),
      remember: form.has('remember'),
    }
    const gaps = {
      ...(values.username ? {} : { username: t`Enter your email or username.` }),
      ...(values.password ? {} : { password: t`Enter your password.` }),
    }
    setMissing(gaps)
    const [first] = Object.keys(gaps)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    else {
      setTried(values.username)
      void action.run(values)
    }
  }
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t`Email or username`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={254}
          defaultValue={username || (tabForms.read('login')['username'] as string | undefined)}
          onChange={(event) => tabForms.write('login', { username: event.target.value })}
          error={missing.username}
        />
        <PasswordField label={t`Password`} name="password" autoComplete="current-password" error={missing.password} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" label={t`Remember me`} defaultChecked={remember} />
          {forgotten}
        </div>
        <div role="alert" className="empty:absolute">
          {error !== null && (
            <Notice tone="danger">
              <p>{errorMessage(error)}</p>
              {address && (
                <p>
                  <Trans>We sent it to {address}. Open the link on any device, then log in here.</Trans>
                </p>
              )}
            </Notice>
          )}
        </div>
        <Button type="submit" busy={action.busy}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      {linkAgain({ ...(address && { email: address }), ...(loginLink && { name: tried }) })}
    </>
  )
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
