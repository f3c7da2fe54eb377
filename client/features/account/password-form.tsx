import { Trans, useLingui } from '@lingui/react/macro'
import { ChangePassword } from '@vesper/sync/vesper/api/auth.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { fieldErrors, errorMessage, translated } from '../../core/api/error-message.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'

export type PasswordChange = { source: string; password: string }

const fields = ['source', 'password'] as const

type Props = { username: string; offline: boolean; onChange: (change: PasswordChange) => Promise<void> }

/** A new password ends the sessions of the other devices. */
export function PasswordForm({ username, offline, onChange }: Props) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<Partial<Record<'source' | 'password', string>>>({})
  const action = useAction(async (change: PasswordChange, form: HTMLFormElement) => {
    await onChange(change)
    form.reset()
    void showToast('success', t`Changes saved`)
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const checked = v.safeParse(ChangePassword, Object.fromEntries(new FormData(form)))
    const nested = checked.success ? {} : (v.flatten(checked.issues).nested ?? {})
    setWrong(Object.fromEntries(Object.entries(nested).map(([field, texts]) => [field, translated(texts?.[0] ?? '')])))
    if (checked.success) void action.run({ source: checked.output.source, password: checked.output.password }, form)
  }
  const refused = fieldErrors(action.error, fields)
  const error = useErrorWhileTrue(action.error)
  const named = Object.keys(refused).length > 0
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t`Current password`}
        name="source"
        autoComplete="current-password"
        error={wrong.source ?? refused.source}
      />
      <PasswordField
        label={t`New password`}
        hint={t`At least 10 characters. Your other devices are logged out.`}
        name="password"
        autoComplete="new-password"
        error={wrong.password ?? refused.password}
      />
      <FormAlert
        text={error === null || named ? null : errorMessage(error, t`Error occurred, please try again later`)}
      />
      <Button type="submit" kind="secondary" className="justify-self-start" busy={action.busy} disabled={offline}>
        <Trans>Change the password</Trans>
      </Button>
    </form>
  )
}
