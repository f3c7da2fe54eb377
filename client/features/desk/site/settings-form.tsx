import { Trans, useLingui } from '@lingui/react/macro'
import { settingGroups } from '@vesper/sync/vesper/api/desk-site.ts'
import type { DeskSetting, DeskSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { inputsOf, isChanged, shownOf, typedValue } from './setting-inputs.ts'
import type { Typed } from './setting-inputs.ts'
import { SettingRow } from './setting-row.tsx'
import { useSettingWords } from './use-setting-words.ts'

type Props = { settings: DeskSettings; onSaved: () => Promise<unknown> }

/** All settings of the site in one form. Changes are shown before they are saved. */
export function SettingsForm({ settings: { data, currency }, onSaved }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { groups } = useSettingWords()
  const [typed, setTyped] = useState<Typed>({})
  const [isConfirming, setConfirming] = useState(false)
  const changed = data.filter((setting) => setting.approval === null && isChanged(setting, typed))
  const save = useAction(async () => {
    try {
      for (const setting of changed) {
        const body = { version: setting.version, value: typedValue(setting, typed) }
        await callApi({ method: 'PUT', path: `/desk/settings/${setting.key}`, body, answer: Done })
        const done = new Set(inputsOf(setting).map(({ id }) => id))
        setTyped((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !done.has(id))))
      }
      setConfirming(false)
      void showToast('success', t`Saved`)
    } finally {
      // The typed words stay beside what another person has saved meanwhile.
      await onSaved()
    }
  })
  return (
    <form
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length > 0 && !isOffline) setConfirming(true)
      }}
    >
      {settingGroups.map((group) => (
        <fieldset key={group} className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4">
          <legend className="px-1 text-lg font-bold">{groups[group]}</legend>
          {data
            .filter((setting) => setting.group === group)
            .map((setting) => (
              <SettingRow
                key={setting.key}
                {...{ setting, currency, typed }}
                onType={setTyped}
                onAsked={() => setTyped({})}
              />
            ))}
        </fieldset>
      ))}
      <EdgeBar className="flex justify-end">
        <Button type="submit" disabled={isOffline || changed.length === 0}>
          <Trans>Save settings</Trans>
        </Button>
      </EdgeBar>
      {isConfirming && (
        <Dialog
          title={t`Save these settings?`}
          failure={save.error === null ? null : errorMessage(save.error)}
          onClose={() => setConfirming(false)}
          actions={
            <>
              <Button busy={save.busy} disabled={isOffline} onClick={() => void save.run()}>
                <Trans>Save</Trans>
              </Button>
              <Button kind="secondary" onClick={() => setConfirming(false)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          }
        >
          <Changes changed={changed} typed={typed} />
        </Dialog>
      )}
    </form>
  )
}

function Changes({ changed, typed }: { changed: readonly DeskSetting[]; typed: Typed }) {
  const { t } = useLingui()
  const { nameOf, partOf, effects } = useSettingWords()
  const worded = (value: string | boolean) => (value === true ? t`On` : value === false ? t`Off` : value || '–')
  return (
    <dl className="grid gap-3">
      {changed.flatMap((setting) =>
        inputsOf(setting).flatMap((input) => {
          const [before, after] = [shownOf(setting, input), typed[input.id]]
          if (after === undefined || after === before) return []
          const name = nameOf(setting.key)
          return (
            <div key={input.id}>
              <dt className="font-semibold">{input.part === null ? name : `${name}: ${partOf(input.part)}`}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {setting.isSecret ? t`A new secret` : `${worded(before)} → ${worded(after)}`}
              </dd>
              <dd className="text-sm text-muted">{effects[setting.effect]}</dd>
            </div>
          )
        }),
      )}
    </dl>
  )
}
