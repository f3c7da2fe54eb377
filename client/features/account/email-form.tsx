import { Trans, useLingui } from '@lingui/react/macro'
import { Email } from '@vesper/sync/vesper/api/fields.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { fieldErrors, errorMessage, translated } from '../../core/api/error-message.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { useSendLink } from './confirm-address.tsx'

/** `source`: the current password, without which no address takes the place of another. */
export type EmailChange = { email: string; source?: string }

const allFields = ['email', 'source'] as const

type Props = { user: Profile; offline: boolean; onChange: (change: EmailChange) => Promise<void> }

/**
 * The email address; only the server can say whether a new one is free, so it needs the line. It is asked for the
 * address that this device knows as well: after a lost answer the account may have another.
 */
export function EmailForm({ user, offline, onChange }: Props) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<string>()
  const [tried, setTried] = useState<string>()
  const save = useAction(async (change: EmailChange, form: HTMLFormElement) => {
    await onChange(change)
    form.reset()
    // A change without a password replaced nothing.
    const isThere = change.email === user.email && change.source === undefined && !user.pendingEmail
    if (isThere) void showToast('info', t`Your account already has this address.`)
    else void showToast('success', t`Changes saved`)
  })
  // The answer to a change may be lost, and the change come by another way.
  const failure = tried === (user.pendingEmail ?? user.email) ? null : save.error
  const resend = useSendLink()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const source = given.get('source')
    const checked = v.safeParse(Email, given.get('email'))
    setWrong(checked.success ? undefined : translated(checked.issues[0].message))
    if (!checked.success) return
    setTried(checked.output === user.email ? undefined : checked.output)
    const change = { email: checked.output, ...(typeof source === 'string' && source !== '' && { source }) }
    void save.run(change, form)
  }
  const refused = fieldErrors(failure, user.email ? allFields : ['email'])
  const isNamed = Object.keys(refused).length > 0
  const error = useErrorWhileTrue((isNamed ? null : failure) ?? resend.error)
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
        error={wrong ?? refused.email}
        hint={t`We send a link to a new address to confirm it.`}
      />
      <Confirmation user={user} offline={offline} busy={resend.busy} onResend={() => void resend.run(user.email)} />
      {user.pendingEmail && (
        <Pending
          address={user.pendingEmail}
          offline={offline}
          busy={resend.busy || save.busy}
          onResend={() => void resend.run(user.pendingEmail ?? null)}
          onCancel={(form) => {
            setTried(undefined)
            void save.run({ email: user.email ?? '' }, form)
          }}
        />
      )}
      {user.email && (
        <PasswordField
          label={t`Current password`}
          name="source"
          autoComplete="current-password"
          error={refused.source}
        />
      )}
      <FormAlert text={error === null ? null : errorMessage(error, t`Error occurred, please try again later`)} />
      <Button type="submit" kind="secondary" className="justify-self-start" busy={save.busy} disabled={offline}>
        <Trans>Change the address</Trans>
      </Button>
    </form>
  )
}

type PendingProps = {
  address: string
  offline: boolean
  busy: boolean
  onResend: () => void
  onCancel: (form: HTMLFormElement) => void
}

/** An address that takes the place of the present one once it is confirmed. */
function Pending({ address, offline, busy, onResend, onCancel }: PendingProps) {
  return (
    <Notice className="grid gap-2">
      <p className="break-words">
        <Trans>
          <bdi>{address}</bdi> becomes your address when you open the link that we sent to it.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" busy={busy} disabled={offline} onClick={onResend}>
          <Trans>Send again</Trans>
        </Button>
        <Button
          kind="secondary"
          busy={busy}
          disabled={offline}
          onClick={({ currentTarget: { form } }) => form && onCancel(form)}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Notice>
  )
}

type ConfirmationProps = { user: Profile; offline: boolean; busy: boolean; onResend: () => void }

function Confirmation({ user, offline, busy, onResend }: ConfirmationProps) {
  return (
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
            <Button kind="quiet" className="px-3" busy={busy} disabled={offline} onClick={onResend}>
              <Trans>Send the link again</Trans>
            </Button>
          )}
        </>
      )}
    </div>
  )
}
