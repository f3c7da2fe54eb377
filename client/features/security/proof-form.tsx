import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import type { PasskeyPurpose } from './answer-by-passkey.ts'
import { CodeField } from './code-field.tsx'

/** A proof as the calls take it. */
export type Proof =
  | { password: string }
  | { code: string }
  | { recoveryCode: string }
  | { challengeId: string; response: unknown }

type Way = 'password' | 'code' | 'recoveryCode' | 'passkey' | 'login'

type Props = {
  /** The ways that the server takes, as it names them. */
  ways: readonly string[]
  passkey: PasskeyPurpose
  onProof: (proof: Proof) => Promise<void>
}

/** Asks for one of several proofs; the others are a button away. */
export function ProofForm({ ways, passkey, onProof }: Props) {
  const { t } = useLingui()
  const known = order.filter((way) => ways.includes(way))
  const [way, setWay] = useState<Way>(known[0] ?? 'login')
  const prove = useAction(onProof)
  const byPasskey = useAction(async () => {
    const { answerByPasskey } = await importWithRetry(() => import('./answer-by-passkey.ts'))
    await onProof(await answerByPasskey(passkey))
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('proof')
    if (typeof value === 'string' && value !== '' && (way === 'code' || way === 'recoveryCode' || way === 'password'))
      void prove.run({ [way]: value } as Proof)
  }
  const error = prove.error ?? byPasskey.error
  const busy = prove.busy || byPasskey.busy
  const others = { code: t`Use the app`, recoveryCode: t`Use a recovery code`, passkey: t`Use a passkey` }
  if (way === 'login')
    return (
      <p>
        <Trans>Log out and log in again. Then do this within 10 minutes.</Trans>
      </p>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ProofField key={way} way={way} />
      <FormAlert text={error === null ? null : errorMessage(error)} />
      {way === 'passkey' ? (
        <Button busy={byPasskey.busy} onClick={() => void byPasskey.run()}>
          <Trans>Use a passkey</Trans>
        </Button>
      ) : (
        <Button type="submit" busy={prove.busy}>
          <Trans>Confirm</Trans>
        </Button>
      )}
      {known.map((other) =>
        other === way || other === 'password' || other === 'login' ? null : (
          <Button key={other} kind="quiet" disabled={busy} onClick={() => setWay(other)}>
            {others[other]}
          </Button>
        ),
      )}
    </form>
  )
}

const order: readonly Way[] = ['passkey', 'code', 'recoveryCode', 'password', 'login']

function ProofField({ way }: { way: Way }) {
  const { t } = useLingui()
  const first = { name: 'proof', autoFocus: true, ref: askForFocus }
  if (way === 'password') return <PasswordField {...first} label={t`Password`} autoComplete="current-password" />
  if (way === 'code') return <CodeField {...first} />
  if (way === 'recoveryCode')
    return (
      <TextField
        {...first}
        label={t`Recovery code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
      />
    )
  return (
    <p>
      <Trans>Your device asks for your fingerprint, your face or its lock.</Trans>
    </p>
  )
}

/** A dialog moves the focus when it opens, after React did: to the field with the attribute, which React does not write. */
function askForFocus(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
}
