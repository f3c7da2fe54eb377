import { Trans, useLingui } from '@lingui/react/macro'
import { BLOCK_REASON_MAX } from '@vesper/sync/vesper/records/block.ts'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import type { Content } from '../../entities/content/content-actions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { setBlock } from './set-block.ts'

type Props = { content: Content; onClose: () => void }

/** Asks why a fan is blocked, and says what follows; one who is blocked can be unblocked here. */
export function BlockDialog(props: Props) {
  const { t } = useLingui()
  return (
    <WithSyncDialog title={t`Block`} onClose={props.onClose}>
      <Body {...props} />
    </WithSyncDialog>
  )
}

function Body({ content: { id, person }, onClose }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const block = useLiveQuery(async () => (await sync.db.blocks.get(id)) ?? null, [sync, id])
  const [reason, setReason] = useState('')
  const user = person ?? { name: '', username: null, avatar: null }
  const { name } = user
  const isBlocked = block !== undefined && block !== null
  const setting = useAction(async (blocked: boolean) => {
    await setBlock(sync, blocked ? { userId: id, user, blocked, reason } : { userId: id, user, blocked })
    onClose()
    void showToast('success', blocked ? t`${name} is blocked.` : t`${name} is not blocked any more.`)
  })
  if (block === undefined) return null
  return (
    <Dialog
      title={isBlocked ? t`You block ${name}` : t`Block ${name}`}
      onClose={onClose}
      actions={
        <Button onClick={() => void setting.run(!isBlocked)} busy={setting.busy}>
          {isBlocked ? t`Unblock ${name}` : t`Block`}
        </Button>
      }
    >
      {isBlocked ? (
        <p className="text-muted">
          <Trans>
            After that, {name} finds your page again. Follows and subscriptions do not come back by themselves.
          </Trans>
        </p>
      ) : (
        <>
          <p className="text-muted">
            <Trans>
              {name} cannot find you, write to you or see what you post any more. A subscription ends, and its unused
              days are paid back. Nobody is told.
            </Trans>
          </p>
          <TextArea
            label={t`Reason`}
            hint={t`Only you see it. You may leave it empty.`}
            value={reason}
            maxLength={BLOCK_REASON_MAX}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      <div role="alert" className="empty:absolute">
        {setting.error !== null && <Notice tone="danger">{errorMessage(setting.error)}</Notice>}
      </div>
    </Dialog>
  )
}
