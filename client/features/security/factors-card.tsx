import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { RecoveryCodes } from '@vesper/sync/vesper/api/factors.ts'
import type { PasskeyRecord, Security } from '@vesper/sync/vesper/api/factors.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { Card } from '../../ui/list/card.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

type Props = { security: Security; onChanged: () => Promise<void> }

/** The second factors of the account, and the ways to add and remove them. */
export function FactorsCard({ security, onChanged }: Props) {
  const { t } = useLingui()
  const { hasTotp, passkeys, codesLeft } = security
  const hasFactor = hasTotp || passkeys.length > 0
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">
        <Trans>Second factor</Trans>
      </h2>
      <p className="text-muted">
        {hasFactor ? (
          <Trans>A password alone no longer opens your account.</Trans>
        ) : (
          <Trans>Add a passkey or an authenticator app. A stolen password then opens nothing.</Trans>
        )}
      </p>
      <ul role="list" aria-label={t`Second factors`} className="grid gap-1 empty:hidden">
        {hasTotp && <TotpRow onChanged={onChanged} />}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey._id} passkey={passkey} onChanged={onChanged} />
        ))}
      </ul>
      <FactorButtons count={passkeys.length} hasFactor={hasFactor} onChanged={onChanged} />
      {hasFactor && (
        <p className="text-sm text-muted">
          <Plural value={codesLeft} one="# recovery code is left." other="# recovery codes are left." />
        </p>
      )}
    </Card>
  )
}

function FactorButtons({
  count,
  hasFactor,
  onChanged,
}: { count: number; hasFactor: boolean } & Pick<Props, 'onChanged'>) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isSettingUp, setSettingUp] = useState(false)
  const addPasskey = useActionWithToast(async () => {
    const number = count + 1
    const { makePasskey } = await importWithRetry(() => import('./answer-by-passkey.ts'))
    const body = { ...(await makePasskey()), name: t`Passkey ${number}` }
    const answer = await callApi({ method: 'POST', path: '/auth/passkeys', body, answer: RecoveryCodes })
    setCodes(answer.codes)
    await onChanged()
    announce(t`The passkey is added`)
  })
  const renew = useActionWithToast(async () => {
    const answer = await callApi({ method: 'POST', path: '/auth/recovery-codes', answer: RecoveryCodes })
    setCodes(answer.codes)
    await onChanged()
  })
  async function confirmed(added: readonly string[]): Promise<void> {
    setSettingUp(false)
    setCodes(added)
    await onChanged()
    announce(t`The authenticator app is set up`)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" busy={addPasskey.busy} onClick={() => void addPasskey.run()}>
          <Trans>Add a passkey</Trans>
        </Button>
        <Button kind="secondary" onClick={() => setSettingUp(true)}>
          <Trans>Set up an authenticator app</Trans>
        </Button>
        {hasFactor && (
          <Button kind="secondary" busy={renew.busy} onClick={() => void renew.run()}>
            <Trans>New recovery codes</Trans>
          </Button>
        )}
      </div>
      {isSettingUp && <TotpDialog onClose={() => setSettingUp(false)} onConfirmed={confirmed} />}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}

function TotpRow({ onChanged }: Pick<Props, 'onChanged'>) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const remove = useActionWithToast(async () => {
    await callApi({ method: 'DELETE', path: '/auth/totp', answer: Done })
    setAsked(false)
    await onChanged()
    announce(t`The authenticator app is removed`)
  })
  return (
    <li>
      <ListItem
        leading={<Smartphone aria-hidden="true" className="size-5 text-muted" />}
        title={t`Authenticator app`}
        trailing={
          <Button kind="quiet" className="px-3 text-danger-ink" onClick={() => setAsked(true)}>
            <Trans>Remove</Trans>
          </Button>
        }
      />
      {isAsked && (
        <ConfirmDialog
          title={t`Remove the authenticator app?`}
          yes={<Trans>Remove</Trans>}
          busy={remove.busy}
          onYes={() => void remove.run()}
          onClose={() => setAsked(false)}
        >
          <Trans>Its codes are asked for no longer.</Trans>
        </ConfirmDialog>
      )}
    </li>
  )
}

function PasskeyRow({ passkey, onChanged }: { passkey: PasskeyRecord; onChanged: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const path = `/auth/passkeys/${passkey._id}`
  const close = () => setOpen(null)
  const remove = useActionWithToast(async () => {
    await callApi({ method: 'DELETE', path, answer: Done })
    close()
    await onChanged()
    announce(t`The passkey is removed`)
  })
  const last = passkey.lastUsedAt && formatDate(new Date(passkey.lastUsedAt), i18n.locale, { dateStyle: 'medium' })
  return (
    <li>
      <ListItem
        leading={<KeyRound aria-hidden="true" className="size-5 text-muted" />}
        title={passkey.name}
        subtitle={
          <span className="block whitespace-normal">
            {last ? <Trans>Last used {last}</Trans> : <Trans>Not used yet</Trans>}
          </span>
        }
        trailing={
          passkey.backedUp && (
            <Badge>
              <Trans>Synced</Trans>
            </Badge>
          )
        }
      />
      <div className="flex flex-wrap gap-2 ps-8">
        <Button kind="quiet" className="px-3" onClick={() => setOpen('rename')}>
          <Trans>Rename</Trans>
        </Button>
        <Button kind="quiet" className="px-3 text-danger-ink" onClick={() => setOpen('remove')}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      {open === 'rename' && <RenameDialog path={path} name={passkey.name} onClose={close} onRenamed={onChanged} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t`Remove this passkey?`}
          yes={<Trans>Remove</Trans>}
          busy={remove.busy}
          onYes={() => void remove.run()}
          onClose={close}
        >
          <Trans>It opens your account no longer. Delete it on your device as well.</Trans>
        </ConfirmDialog>
      )}
    </li>
  )
}
