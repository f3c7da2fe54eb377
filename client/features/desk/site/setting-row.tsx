import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskSetting } from '@vesper/sync/vesper/api/desk-site.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { AskApproval } from '../ask-approval.tsx'
import { inputsOf, isChanged, shownOf, typedValue } from './setting-inputs.ts'
import type { SettingInput, Typed } from './setting-inputs.ts'
import { useSettingWords } from './use-setting-words.ts'

type Props = {
  setting: DeskSetting
  currency: string
  typed: Typed
  onType: (typed: Typed) => void
  onAsked: () => void
}

/** The inputs of one setting, with its unit and what a change reaches. */
export function SettingRow({ setting, currency, typed, onType, onAsked }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isAsking, setAsking] = useState(false)
  const { nameOf, partOf, unitOf, effects } = useSettingWords()
  const name = nameOf(setting.key)
  const { approval } = setting
  const secret = setting.isSecret ? (setting.isSet ? t`Set. Type to replace it.` : t`Not set`) : ''
  const hint = [unitOf(setting.unit, currency), secret, effects[setting.effect]]
    .filter((word) => word !== '')
    .join(' · ')
  const input = (one: SettingInput) => {
    const value = typed[one.id] ?? shownOf(setting, one)
    const type = (next: string | boolean) => onType({ ...typed, [one.id]: next })
    if (typeof value === 'boolean')
      return (
        <div key={one.id}>
          <Checkbox label={name} checked={value} onChange={(event) => type(event.currentTarget.checked)} />
          <p className="text-sm text-muted">{hint}</p>
        </div>
      )
    return (
      <TextField
        key={one.id}
        label={one.part === null || one.part === 'key' ? name : `${name}: ${partOf(one.part)}`}
        hint={hint}
        dir="auto"
        autoComplete="off"
        inputMode={one.field.type === 'number' ? 'decimal' : undefined}
        maxLength={(one.field.type === 'text' && one.field.maxLength) || undefined}
        value={value}
        onChange={(event) => type(event.currentTarget.value)}
      />
    )
  }
  return (
    <div className="grid content-start gap-3">
      {inputsOf(setting).map(input)}
      {approval !== null && (
        <Button
          kind="secondary"
          className="justify-self-start"
          disabled={isOffline || !isChanged(setting, typed)}
          aria-label={t`Ask for approval: ${name}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Ask for approval</Trans>
        </Button>
      )}
      {isAsking && approval !== null && (
        <AskApproval
          kind={approval}
          about={`${approval}:${setting.key}`}
          payload={{ key: setting.key, value: typedValue(setting, typed) }}
          facts={{
            setting: setting.key,
            valueNow: factOf(setting.value),
            valueThen: factOf(typedValue(setting, typed)),
          }}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false)
            onAsked()
          }}
        />
      )}
    </div>
  )
}

/** A value that is none yet, as while the field is empty, has no words. */
function factOf(value: unknown): string | number {
  return typeof value === 'number' || typeof value === 'string' ? value : '–'
}
