import { Trans, useLingui } from '@lingui/react/macro'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { formatMoment } from '../../entities/pauses/format-moment.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { DaysField } from './days-field.tsx'
import { dayBounds, plannedPause } from './pause-values.ts'
import type { PauseFault, PauseValues, PlannedPause } from './pause-values.ts'
import { spanWords } from './span-words.ts'
import { queuePause } from './use-own-pauses.ts'

type Props = {
  /** Pauses that are not over. */
  pauses: readonly Pause[]
  /** The texts of a pause that is planned again. */
  begun?: Partial<PauseValues>
  /** The pause is queued. */
  onPlanned: () => void
  onClose: () => void
}

const DAY_MS = 86_400_000

/** Plans a pause from now or from a day on, and says before what it moves. */
export function PlanDialog({ pauses, begun, onPlanned, onClose }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const now = useMinute().getTime()
  const [isTried, setTried] = useState(false)
  const { values, edit, forget } = useKeptForm<PauseValues>('pause', { when: 'now', day: '', days: '14' }, begun)
  const planned = plannedPause(values, { now, pauses })
  const errorOf = useErrors(planned, isTried)
  const save = useAction(async () => {
    setTried(true)
    const at = Date.now()
    const asked = plannedPause(values, { now: at, pauses })
    if ('fault' in asked) return
    const { startsAt, days } = asked
    await queuePause(sync, { _id: v7(), startsAt, days, askedAt: new Date(at).toISOString() })
    forget()
    onPlanned()
  })
  return (
    <Dialog
      title={t`Plan a pause`}
      onClose={onClose}
      failure={save.error === null ? null : errorMessage(save.error)}
      actions={
        <Button busy={save.busy} onClick={() => void save.run()}>
          {values.when === 'now' ? <Trans>Pause now</Trans> : <Trans>Plan pause</Trans>}
        </Button>
      }
    >
      <WhenField when={values.when} onChoose={(when) => edit({ when })} />
      {values.when !== 'now' && (
        <TextField
          type="date"
          label={t`First day`}
          hint={<Trans>It begins with this day, in your local time.</Trans>}
          {...dayBounds(now)}
          value={values.day}
          error={errorOf('day')}
          onChange={(event) => edit({ day: event.currentTarget.value })}
        />
      )}
      <DaysField value={values.days} error={errorOf('days')} onEdit={(days) => edit({ days })} />
      <Result planned={planned} />
    </Dialog>
  )
}

function WhenField({ when, onChoose }: { when: string; onChoose: (when: string) => void }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">
        <Trans>When</Trans>
      </legend>
      {['now', 'day'].map((one) => (
        <label key={one} className="flex min-h-target items-center gap-3 text-ink">
          <input
            type="radio"
            name="pause-start"
            checked={when === one}
            onChange={() => onChoose(one)}
            className="size-5 accent-accent"
          />
          {one === 'now' ? <Trans>Start now</Trans> : <Trans>On a day</Trans>}
        </label>
      ))}
    </fieldset>
  )
}

/** Says of a field what keeps the pause from being planned: an empty day only once it was tried. */
function useErrors(planned: PlannedPause | PauseFault, isTried: boolean) {
  const { t } = useLingui()
  const texts: Record<PauseFault['fault'], string> = {
    missing: t`Choose a day.`,
    past: t`Choose a day from tomorrow on.`,
    far: translated('A pause begins within a year.'),
    days: t`Enter a whole number from 1 to 90.`,
    taken: translated('You have planned another pause for these days. End it first.'),
  }
  return (field: PauseFault['field']): string | undefined => {
    if (!('fault' in planned) || planned.field !== field) return undefined
    return planned.fault === 'missing' && !isTried ? undefined : texts[planned.fault]
  }
}

function Result({ planned }: { planned: PlannedPause | PauseFault }) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  if ('fault' in planned) return null
  const days = spanWords(planned.days * DAY_MS, i18n.locale)
  const [from, to] = [formatMoment(planned.from, i18n.locale), formatMoment(planned.to, i18n.locale)]
  return (
    <p role="status" className="text-ink">
      {planned.startsAt !== null ? (
        <Trans>
          From {from} to {to} nothing is charged. The paid days of your subscribers move by {days}.
        </Trans>
      ) : isOffline ? (
        <Trans>
          Once this device is online, nothing is charged for {days}. The paid days of your subscribers move by as much.
        </Trans>
      ) : (
        <Trans>
          From now to {to} nothing is charged. The paid days of your subscribers move by {days}.
        </Trans>
      )}
    </p>
  )
}
