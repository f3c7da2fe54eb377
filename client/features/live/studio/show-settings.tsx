import { Trans, useLingui } from '@lingui/react/macro'
import { RATE_MAX, GROUP_FANS_MAX, StreamSettings } from '@vesper/sync/vesper/api/live-streams.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { parseWhole } from '../../../core/forms/parse-whole.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

const bounds = {
  privateRate: { least: 1, most: RATE_MAX },
  privateMinimum: { least: 1, most: 60 },
  groupRate: { least: 1, most: RATE_MAX },
  groupMinimum: { least: 1, most: GROUP_FANS_MAX },
  groupMaximum: { least: 1, most: GROUP_FANS_MAX },
} as const

type Field = keyof typeof bounds

/** The prices of private and group shows. A change counts for requests from then on. */
export function ShowSettings({ settings, onSaved }: { settings: StreamSettings; onSaved: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [switches, setSwitches] = useState({
    acceptsPrivate: settings.acceptsPrivate,
    awayDuringPrivate: settings.awayDuringPrivate,
  })
  const textOf = (field: Field) => typed[field] ?? String(settings[field])
  const valueOf = (field: Field) => parseWhole(textOf(field), bounds[field])
  const fields = Object.keys(bounds) as Field[]
  const isValid = fields.every((field) => valueOf(field) !== null)
  const save = useAction(async () => {
    const numbers = Object.fromEntries(fields.map((field) => [field, valueOf(field)]))
    await callApi({
      method: 'PUT',
      path: '/streaming/update',
      body: { ...numbers, ...switches },
      answer: StreamSettings,
    })
    setTyped({})
    onSaved()
    void showToast('success', t`Changes saved`)
  })
  const labels: Record<Field, string> = {
    privateRate: t`Private show, tokens a minute`,
    privateMinimum: t`Private show, minutes at least`,
    groupRate: t`Group show, tokens a minute`,
    groupMinimum: t`Group show, fans to begin with`,
    groupMaximum: t`Group show, fans at most`,
  }
  return (
    <form
      className="grid gap-4 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <Checkbox
        label={t`Fans may ask for a private show`}
        checked={switches.acceptsPrivate}
        onChange={(event) => setSwitches({ ...switches, acceptsPrivate: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Pause the stream during a private show; else it ends`}
        checked={switches.awayDuringPrivate}
        onChange={(event) => setSwitches({ ...switches, awayDuringPrivate: event.currentTarget.checked })}
      />
      {fields.map((field) => {
        const value = valueOf(field)
        const { least, most } = bounds[field]
        return (
          <TextField
            key={field}
            label={labels[field]}
            inputMode="numeric"
            value={textOf(field)}
            error={value === null ? t`Choose a whole number, from ${least} to ${most}.` : undefined}
            hint={value !== null && field.endsWith('Rate') && <TokenPrice value={value} />}
            onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
          />
        )
      })}
      <div role="alert">{save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}</div>
      <Button type="submit" kind="secondary" busy={save.busy} disabled={isOffline || !isValid}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
