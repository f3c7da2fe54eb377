import { Trans, useLingui } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/api/auth.ts'
import { Email } from '@vesper/sync/api/fields.ts'
import { Profile } from '@vesper/sync/records/profile.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { callApi } from '../../api.ts'
import { textOf, translated } from '../../error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

type Props = { user: Profile; offline: boolean; onChanged: (user: Profile) => Promise<void> }

/** The email address; only the server can say whether a new one is free, so it needs the line. */
export function EmailForm({ user, offline, onChanged }: Props) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async (email: string) => {
    await onChanged(await callApi({ method: 'PUT', path: '/users', body: { email }, answer: Profile }))
    void showToast('success', t`Changes saved`)
  })
  const resend = useAction(async () => {
    const body = { source: user.email ?? '' }
    const { message } = await callApi({ method: 'POST', path: '/auth/email-verification', body, answer: MessageAnswer })
    void showToast('info', translated(message))
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const checked = v.safeParse(Email, new FormData(event.currentTarget).get('email'))
    setWrong(checked.success ? undefined : translated(checked.issues[0].message))
    if (checked.success && checked.output !== user.email) void save.run(checked.output)
  }
  const error = save.error ?? resend.error
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        dir="ltr"
        key={user.email}
        defaultValue={user.email ?? ''}
        error={wrong}
        hint={t`A new address is confirmed by a link that we send to it.`}
      />
      <div className="flex flex-wrap items-center gap-3">
        {user.emailVerified ? (
          <Badge tone="ok">
            <Trans>Confirmed</Trans>
          </Badge>
        ) : (
          <>
            <Badge tone="warning">
              <Trans>Not confirmed yet</Trans>
            </Badge>
            {user.email && (
              <Button
                kind="quiet"
                className="px-3"
                busy={resend.busy}
                disabled={offline}
                onClick={() => void resend.run()}
              >
                <Trans>Send the link again</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      <FormAlert text={error === null ? null : textOf(error, t`Error occurred, please try again later`)} />
      <Button type="submit" kind="secondary" className="justify-self-start" busy={save.busy} disabled={offline}>
        <Trans>Change the address</Trans>
      </Button>
    </form>
  )
}
