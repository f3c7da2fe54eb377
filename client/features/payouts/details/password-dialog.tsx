import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { fieldErrors, errorMessage, translated } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { hashPassword } from '../../../core/session/hash-password.ts'
import type { SentPassword } from '../../../core/session/hash-password.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import { NeedsConnection } from '../../../entities/payments/needs-connection.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** Does what the password is asked for. A refusal at the field `password` keeps the dialog open. */
  onConfirm: (password: SentPassword) => Promise<void>
  onClose: () => void
}

/** Asks for the current password, which decides on where the money goes. */
export function PasswordDialog({ title, children, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  const [isOffline, hashes] = useUnit([$offline, $hashesPassword])
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const confirm = useAction(async (password: string) => {
    setWrong(password === '' ? t`Enter your current password.` : undefined)
    if (password === '') return
    try {
      await onConfirm(await hashPassword(password, hashes))
    } catch (error) {
      const text = fieldErrors(error, ['password'] as const).password
      setWrong(text && translated(text))
      throw error
    }
  })
  useEffect(() => {
    if (wrong !== undefined) field.current?.focus()
  }, [wrong])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOffline) void confirm.run(typed)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <p className="text-sm">{children}</p>
        <PasswordField
          ref={field}
          label={t`Current password`}
          autoComplete="current-password"
          value={typed}
          error={wrong}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormAlert text={confirm.error === null || wrong !== undefined ? null : errorMessage(confirm.error)} />
        <NeedsConnection />
        <Button type="submit" busy={confirm.busy} disabled={isOffline}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
