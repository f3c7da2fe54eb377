import { Trans, useLingui } from '@lingui/react/macro'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ActivityChoice } from './activity-choice.tsx'
import { KindChoice } from './kind-choice.tsx'
import { PushHelp } from './push-help.tsx'
import type { Push } from './use-push.ts'

type Props = Push & { account: string; isCreator: boolean; onClose: () => void }

/** The kinds of notifications that the account has, and those that this device is told of, if any. */
export function PushDialog({ push, busy, turnOn, turnOff, choose, account, isCreator, onClose }: Props) {
  const { t } = useLingui()
  const isOn = push?.state === 'on'
  return (
    <Dialog
      title={t`Notification settings`}
      onClose={onClose}
      actions={
        isOn ? (
          <Button kind="secondary" busy={busy} onClick={() => void turnOff()}>
            <Trans>Turn off notifications</Trans>
          </Button>
        ) : push?.state === 'off' ? (
          <Button busy={busy} onClick={() => void turnOn()}>
            <Trans>Turn on notifications</Trans>
          </Button>
        ) : null
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <ActivityChoice account={account} isCreator={isCreator} />
        {isOn ? (
          <KindChoice
            legend={<Trans>Tell this device of</Trans>}
            isCreator={isCreator}
            choosable={PUSH_KINDS}
            isOn={(kind) => push.kinds.includes(kind)}
            onChoose={(kinds, on) =>
              void choose([...push.kinds.filter((kind) => !kinds.includes(kind)), ...(on ? kinds : [])])
            }
          />
        ) : (
          push && (
            <p>
              <PushHelp state={push.state} />
            </p>
          )
        )}
      </div>
      <p role="status" className="text-sm">
        {isOn && !busy && !push.isSent && <Trans>Saved on this device. Sent when you are back online.</Trans>}
      </p>
    </Dialog>
  )
}
