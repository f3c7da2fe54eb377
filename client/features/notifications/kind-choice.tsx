import { useLingui } from '@lingui/react/macro'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/form/checkbox.tsx'

type Props = {
  legend: ReactNode
  isCreator: boolean
  /** The kinds that can be chosen here; groups of others are left out. */
  choosable: readonly PushKind[]
  isOn: (kind: PushKind) => boolean
  onChoose: (kinds: readonly PushKind[], on: boolean) => void
}

/** Kinds of notifications with a checkbox each; a creator has more of them. */
export function KindChoice({ legend, isCreator, choosable, isOn, onChoose }: Props) {
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
  const shown = groups.filter(({ of, isShown = true }) => isShown && of.every((kind) => choosable.includes(kind)))
  return (
    <fieldset className="grid content-start">
      <legend className="mb-1 text-sm">{legend}</legend>
      {shown.map(({ label, of }) => (
        <Checkbox
          key={label}
          label={label}
          checked={of.every(isOn)}
          onChange={({ target }) => onChoose(of, target.checked)}
        />
      ))}
    </fieldset>
  )
}
