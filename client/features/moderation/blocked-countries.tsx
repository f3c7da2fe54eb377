import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlockedCountries as Answer } from '@vesper/sync/vesper/api/blocks.ts'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import { useUnit } from 'effector-react'
import { useMemo, useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useFreshAnswer } from '../../core/api/use-fresh-answer.ts'
import { $offline } from '../../core/connection/model.ts'
import { countriesIn } from '../../core/i18n/country-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

/** The countries in which nobody finds the creator. They are changed with a connection only. */
export function BlockedCountries() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useFreshAnswer('/performers/me', OwnPerformer)
  if (data) return <Form blocked={data.blockedCountries} isOffline={isOffline} onSaved={() => void mutate()} />
  if (isOffline) {
    return (
      <Notice tone="warning">
        <Trans>Blocked countries need a connection.</Trans>
      </Notice>
    )
  }
  if (!error) return <Skeleton className="h-40 rounded-card" />
  const title = t`Your blocked countries could not be loaded`
  return <ErrorState title={title} message={errorMessage(error)} onRetry={() => void mutate()} />
}

type FormProps = { blocked: readonly string[]; isOffline: boolean; onSaved: () => void }

function Form({ blocked, isOffline, onSaved }: FormProps) {
  const { t, i18n } = useLingui()
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(blocked))
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLocaleLowerCase(i18n.locale)
  const shown = countries.filter(({ name }) => name.toLocaleLowerCase(i18n.locale).includes(words))
  const saving = useAction(async () => {
    const body = { countryCodes: [...chosen] }
    await callApi({ method: 'POST', path: '/block/countries', body, answer: Answer })
    onSaved()
    void showToast('success', t`Blocked countries saved.`)
  })
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    setChosen(next)
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        <Trans>People in these countries do not find you. The country follows from their internet address.</Trans>
      </p>
      <TextField
        type="search"
        label={t`Find a country`}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <fieldset className="grid max-h-96 overflow-y-auto rounded-card border border-line px-4 py-2">
        <legend className="sr-only">{t`Blocked countries`}</legend>
        {shown.map(({ code, name }) => (
          <Checkbox key={code} label={name} checked={chosen.has(code)} onChange={() => toggle(code)} />
        ))}
        {shown.length === 0 && (
          <p className="py-3 text-muted">
            <Trans>No country has this name.</Trans>
          </p>
        )}
      </fieldset>
      <p role="status" className="text-sm text-muted">
        <Plural
          value={chosen.size}
          _0="No country is blocked"
          one="# country is blocked"
          other="# countries are blocked"
        />
      </p>
      <div role="alert" className="empty:absolute">
        {saving.error !== null && <Notice tone="danger">{errorMessage(saving.error)}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>Blocked countries need a connection.</Trans>
        </Notice>
      )}
      <Button onClick={() => void saving.run()} busy={saving.busy} disabled={isOffline} className="justify-self-start">
        <Trans>Save countries</Trans>
      </Button>
    </div>
  )
}
