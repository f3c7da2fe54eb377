import { Trans, useLingui } from '@lingui/react/macro'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSyncDialog } from '../../../core/sync/with-sync-dialog.tsx'
import { forgetLeftPayments } from '../../../entities/payments/top-up/left-payments.ts'
import { useWallet } from '../../../entities/payments/use-wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { streamPath } from '../watch/stream-path.ts'
import { askShow } from './ask-show.ts'
import { CapFields } from './cap-fields.tsx'
import { capOf } from './cap-of.ts'
import { typedLimit } from './typed-limit.ts'

type Props = { stream: Stream; onSeated: () => void }

/** The way into a group show. */
export function TakeSeat({ stream, onSeated }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Take a seat</Trans>
      </Button>
      {isOpen && (
        <WithSyncDialog title={t`Take a seat`} onClose={close}>
          <Seat stream={stream} onSeated={onSeated} onClose={close} />
        </WithSyncDialog>
      )}
    </>
  )
}

function Seat({ stream, onSeated, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const wallet = useWallet()
  const account = useUnit($user)?._id ?? ''
  const page = streamPath(stream)
  const [typed, setTyped] = useState(() => typedLimit(account, page))
  const [_id] = useState(() => v7())
  const rate = stream.rate ?? 0
  const cap = capOf({ typed, least: rate, balance: wallet?.balance })
  const take = useAction(async () => {
    await askShow('show:seat', { _id, streamId: stream._id, cap: cap.tokens ?? 0, rateSeen: rate })
    forgetLeftPayments(account, page)
    onClose()
    onSeated()
  })
  return (
    <Dialog
      title={t`Take a seat`}
      onClose={onClose}
      failure={take.error === null ? null : errorMessage(take.error)}
      actions={
        <Button busy={take.busy} disabled={isOffline || cap.error !== null} onClick={() => void take.run()}>
          <Trans>Take a seat</Trans>
        </Button>
      }
    >
      <p>
        <Trans>You pay by the second while you are connected. Leave when you like.</Trans>
      </p>
      <CapFields
        rate={rate}
        cap={cap}
        typed={typed}
        onType={setTyped}
        balance={wallet?.balance}
        debt={wallet?.debt ?? 0}
        least={rate}
        page={page}
      />
      {isOffline && (
        <Notice tone="warning" role="status">
          <Trans>Needs a connection. A request is never sent later by itself.</Trans>
        </Notice>
      )}
    </Dialog>
  )
}
