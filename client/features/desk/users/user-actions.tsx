import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskUser } from '@vesper/sync/vesper/api/desk-users.ts'
import { Ended } from '@vesper/sync/vesper/api/factors.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { DeskMe } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { AskApproval } from '../ask-approval.tsx'
import { DecideDialog } from '../cases/decide-dialog.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { FactorResetDialog } from './factor-reset-dialog.tsx'
import { SeeAsText } from './see-as-text.tsx'

type Props = { user: DeskUser; permissions: DeskMe['permissions']; onChanged: () => void }
type Opened = 'suspend' | 'restore' | 'sessions' | 'email' | 'factors' | 'look'

/** The buttons for an account that the reader may press, and their dialogs. */
export function UserActions({ user, permissions, onChanged }: Props) {
  const isOffline = useUnit($offline)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const done = () => {
    close()
    onChanged()
  }
  if (user.isOwn) {
    return (
      <Notice tone="info">
        <Trans>Another person has to decide on your own account.</Trans>
      </Notice>
    )
  }
  const maySuspend = permissions.includes('users.suspend') && user.status !== 'deactivated'
  const hasFactor = user.factors !== null && (user.factors.hasTotp || user.factors.passkeys > 0)
  const mayHelp = permissions.includes('users.access')
  return (
    <div className="flex flex-wrap gap-2">
      {maySuspend && user.status === 'active' && (
        <Button kind="danger" disabled={isOffline} onClick={() => setOpened('suspend')}>
          <Trans>Suspend</Trans>
        </Button>
      )}
      {maySuspend && user.status === 'suspended' && (
        <Button disabled={isOffline} onClick={() => setOpened('restore')}>
          <Trans>Restore</Trans>
        </Button>
      )}
      {mayHelp && (
        <>
          <Button kind="secondary" disabled={isOffline} onClick={() => setOpened('sessions')}>
            <Trans>End sessions</Trans>
          </Button>
          <Button kind="secondary" disabled={isOffline} onClick={() => setOpened('email')}>
            <Trans>Change address</Trans>
          </Button>
          {hasFactor && user.roles.length === 0 && (
            <Button kind="secondary" disabled={isOffline} onClick={() => setOpened('factors')}>
              <Trans>Second factor lost</Trans>
            </Button>
          )}
        </>
      )}
      <Button kind="secondary" disabled={isOffline} onClick={() => setOpened('look')}>
        <Trans>See as text</Trans>
      </Button>
      {opened === 'look' && <SeeAsText user={user} onClose={close} />}
      {(opened === 'suspend' || opened === 'restore') && (
        <Decide user={user} kind={opened} onDecided={done} onLookAgain={done} onClose={close} />
      )}
      {opened === 'sessions' && <EndSessions user={user} onDone={done} onClose={close} />}
      {opened === 'factors' && user.role === 'creator' && (
        <AskApproval
          kind="user.factor-reset"
          payload={{ userId: user._id }}
          facts={{ account: user.username ?? user.name }}
          about={`factors:${user._id}`}
          onAsked={close}
          onClose={close}
        />
      )}
      {opened === 'factors' && user.role === 'fan' && <FactorResetDialog user={user} onDone={done} onClose={close} />}
      {opened === 'email' && <ChangeAddress user={user} onDone={done} onClose={close} />}
    </div>
  )
}

type DecideProps = {
  user: DeskUser
  kind: 'suspend' | 'restore'
  onDecided: () => void
  onLookAgain: () => void
  onClose: () => void
}

function Decide({ user, kind, ...dialog }: DecideProps) {
  const type = user.role === 'creator' ? 'performer' : 'user'
  // The page reads the account again behind the dialog.
  const [version] = useState(user.version)
  return (
    <DecideDialog
      subject={{ type, id: user._id, version }}
      about={{ objectType: type, preview: user.name }}
      kinds={[kind]}
      {...dialog}
    />
  )
}

type DialogProps = { user: DeskUser; onDone: () => void; onClose: () => void }

function EndSessions({ user, onDone, onClose }: DialogProps) {
  const { t } = useLingui()
  const [_id] = useState(() => v7())
  const send = async (reason: string) => {
    const path = `/desk/users/${user._id}/sessions/end`
    const { ended } = await callApi({ method: 'POST', path, body: { _id, reason }, answer: Ended })
    void showToast('success', plural(ended, { one: '# session has ended', other: '# sessions have ended' }))
    onDone()
  }
  return (
    <ReasonDialog
      title={t`End all sessions?`}
      yes={t`End sessions`}
      tone="danger"
      about={`sessions:${user._id}`}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm">
        <Trans>All devices of this account are signed out. Its data on them stay.</Trans>
      </p>
    </ReasonDialog>
  )
}

function ChangeAddress({ user, onDone, onClose }: DialogProps) {
  const { t } = useLingui()
  const [_id] = useState(() => v7())
  const [email, setEmail] = useState('')
  const send = async (reason: string) => {
    const body = { _id, email: email.trim(), reason }
    await callApi({ method: 'POST', path: `/desk/users/${user._id}/email`, body, answer: Done })
    void showToast('success', t`Sent. The address changes once its owner has confirmed it.`)
    onDone()
  }
  return (
    <ReasonDialog
      title={t`Change the address?`}
      yes={t`Change address`}
      about={`email:${user._id}`}
      wrong={email.trim() === '' ? t`Enter the new address.` : null}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm">
        <Trans>We write to the new address, and it changes once that is confirmed. The former one is told.</Trans>
      </p>
      <TextField
        type="email"
        label={t`New address`}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
