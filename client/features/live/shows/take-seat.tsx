import { Trans, useLingui } from '@lingui/react/macro'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { WithSyncDialog } from '../../../core/sync/with-sync-dialog.tsx'
import { useWallet } from '../../../entities/payments/use-wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { askShow } from './ask-show.ts'
import { CapFields } from './cap-fields.tsx'
import { capOf } from './cap-of.ts'

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
  const [typed, setTyped] = useState<string | null>(null)
  const [_id] = useState(() => v7())
  const rate = stream.rate ?? 0
  const cap = capOf({ typed, least: rate, balance: wallet?.balance })
  const take = useAction(async () => {
    await askShow('show:seat', { _id, streamId: stream._id, cap: cap.tokens ?? 0, rateSeen: rate })
    onClose()
    onSeated()
  })
  const { performer } = stream
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
        page={`/live/${performer.username ?? performer._id}`}
      />
    </Dialog>
  )
}
