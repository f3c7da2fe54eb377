import { Trans, useLingui } from '@lingui/react/macro'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { PushHelp } from './push-help.tsx'
import type { Push } from './use-push.ts'

type Props = Push & { isCreator: boolean; onClose: () => void }

/** The notifications of this device: whether there are any, and of which kinds. */
export function PushDialog({ push, busy, turnOn, turnOff, choose, isCreator, onClose }: Props) {
  const { t } = useLingui()
  const isOn = push?.state === 'on'
  return (
    <Dialog
      title={t`Notifications on this device`}
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
      {isOn ? (
        <KindChoice kinds={push.kinds} isCreator={isCreator} onChoose={(kinds) => void choose(kinds)} />
      ) : (
        push && (
          <p>
            <PushHelp state={push.state} />
          </p>
        )
      )}
      <p role="status" className="text-sm">
        {isOn && !busy && !push.isSent && <Trans>Saved on this device. Sent when you are back online.</Trans>}
      </p>
    </Dialog>
  )
}

type ChoiceProps = { kinds: readonly PushKind[]; isCreator: boolean; onChoose: (kinds: PushKind[]) => void }

function KindChoice({ kinds, isCreator, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const groups: { label: string; of: readonly PushKind[]; isShown?: boolean }[] = [
    { label: t`Messages`, of: ['message'] },
    { label: t`New followers`, of: ['follow'], isShown: isCreator },
    { label: t`Likes`, of: ['like'] },
    { label: t`Comments and replies`, of: ['comment', 'reply'] },
    { label: t`Mentions`, of: ['mention'] },
    { label: t`Live streams`, of: ['live'] },
    { label: t`Orders`, of: ['order'] },
    { label: t`Tips`, of: ['tip'], isShown: isCreator },
    { label: t`Sales`, of: ['sale'], isShown: isCreator },
    { label: t`Subscriptions`, of: ['subscription'] },
    { label: t`Payouts`, of: ['payout'], isShown: isCreator },
    { label: t`News about your account`, of: ['review', 'system'] },
  ]
  return (
    <fieldset className="grid">
      <legend className="mb-1 text-sm">
        <Trans>Tell this device of</Trans>
      </legend>
      {groups.map(
        ({ label, of, isShown = true }) =>
          isShown && (
            <Checkbox
              key={label}
              label={label}
              checked={of.every((kind) => kinds.includes(kind))}
              onChange={({ target }) =>
                onChoose([...kinds.filter((kind) => !of.includes(kind)), ...(target.checked ? of : [])])
              }
            />
          ),
      )}
    </fieldset>
  )
}
