import { Trans, useLingui } from '@lingui/react/macro'
import { NewPassword } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import * as v from 'valibot'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

type Props = { onReset: (password: string) => Promise<void>; again: ReactNode }

/** Sets a new password with the link of a mail. */
export function ResetPage({ onReset, again }: Props) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<string>()
  const action = useAction(onReset)
  const error = useErrorWhileTrue(action.error)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const checked = v.safeParse(NewPassword, new FormData(event.currentTarget).get('password'))
    setWrong(checked.success ? undefined : translated(checked.issues[0].message))
    if (checked.success) void action.run(checked.output)
  }
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Trans>Set a new password</Trans>}>
        <Trans>Your other devices are logged out by it.</Trans>
      </AuthHeading>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <PasswordField
          label={t`New password`}
          hint={t`At least 10 characters. A few words in a row are easy to remember.`}
          name="password"
          autoComplete="new-password"
          error={wrong}
        />
        <FormAlert text={error === null ? null : errorMessage(error)} />
        {error !== null && again}
        <Button type="submit" busy={action.busy}>
          <Trans>Save the password</Trans>
        </Button>
      </form>
    </div>
  )
}
