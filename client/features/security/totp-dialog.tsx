import { Trans, useLingui } from '@lingui/react/macro'
import { NewTotp, RecoveryCodes } from '@vesper/sync/vesper/api/factors.ts'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { QrCode } from '../../ui/controls/qr-code.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { CodeField } from './code-field.tsx'

type Props = { onClose: () => void; onConfirmed: (codes: readonly string[]) => Promise<void> }

/** Shows the secret that an authenticator app scans, and takes its first code. */
export function TotpDialog({ onClose, onConfirmed }: Props) {
  const { t } = useLingui()
  const [proposed, setProposed] = useState<{ secret: string; address: string } | null>(null)
  const begin = useAction(async () => {
    try {
      setProposed(await callApi({ method: 'POST', path: '/auth/totp', answer: NewTotp }))
    } catch (error) {
      // The user did not confirm who it is.
      onClose()
      throw error
    }
  })
  const asked = useRef(false)
  useEffect(() => {
    // Once: React runs effects twice in development.
    if (!asked.current) void begin.run()
    asked.current = true
  })
  const confirm = useAction(async (code: string) => {
    const body = { code }
    const { codes } = await callApi({ method: 'POST', path: '/auth/totp/confirm', body, answer: RecoveryCodes })
    await onConfirmed(codes)
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    if (typeof code === 'string') void confirm.run(code)
  }
  return (
    <Dialog title={t`Set up an authenticator app`} onClose={onClose}>
      {proposed ? (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p>
            <Trans>Scan this code with the app, or type the key into it.</Trans>
          </p>
          <div className="grid justify-items-center">
            <QrCode text={proposed.address} label={t`QR code for the authenticator app`} />
          </div>
          <p dir="ltr" className="text-center font-mono text-sm wrap-anywhere text-ink">
            {inGroups(proposed.secret)}
          </p>
          <CodeField name="code" />
          <FormAlert text={confirm.error === null ? null : errorMessage(confirm.error)} />
          <Button type="submit" busy={confirm.busy}>
            <Trans>Confirm</Trans>
          </Button>
        </form>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
