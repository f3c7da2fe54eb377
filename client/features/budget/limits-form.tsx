import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Budget, LIMIT_MAX } from '@vesper/sync/vesper/api/budget.ts'
import { LIMITS, limitsAt } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget as BudgetRecord, Limits } from '@vesper/sync/vesper/records/budget.ts'
import { useUnit } from 'effector-react'
import type { FormEvent } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import type { KeptFormState } from '../../core/forms/use-kept-form.ts'
import { $settings } from '../../core/settings/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { parsePrice, priceText } from '../../entities/payments/parse-price.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { WaitingRaise } from './waiting-raise.tsx'

type Props = { budget: BudgetRecord; onSaved: (budget: BudgetRecord) => void }

/** The three limits as amounts of money, each with its tokens; empty for none. Setting them needs a connection. */
export function LimitsForm({ budget, onSaved }: Props) {
  const { t } = useLingui()
  const [isOffline, settings] = useUnit([$offline, $settings])
  const fields = useLimitFields(budget)
  const names = { day: t`A day`, month: t`A month`, creator: t`For one creator a month` }
  const asked = Object.fromEntries(LIMITS.map((limit) => [limit, centsOf(fields[limit].values.text)]))
  const isValid = Object.values(asked).every((cents) => cents !== undefined)
  const save = useAction(async (limits: unknown, sent: readonly (keyof Limits)[]) => {
    const body = { ...(limits as Limits), version: budget.version }
    const saved = await callApi({ method: 'PUT', path: '/user/budget', body, answer: Budget })
    for (const limit of sent) fields[limit].forget()
    pullNow()
    onSaved(saved)
    void showToast('success', t`Limits saved`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) void save.run(asked, LIMITS)
  }
  const now = limitsAt(budget, new Date())
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate>
      <fieldset className="grid grid-cols-1 gap-4">
        <legend className="mb-2 text-lg font-semibold">
          <Trans>Limits</Trans>
        </legend>
        {LIMITS.map((limit) => (
          <div key={limit} className="grid grid-cols-1 gap-2">
            <TextField
              label={names[limit]}
              hint={<InTokens cents={asked[limit] ?? null} />}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              value={fields[limit].values.text}
              error={asked[limit] === undefined ? t`Enter an amount such as 20.00, or leave it empty.` : undefined}
              onChange={(event) => fields[limit].edit({ text: event.currentTarget.value })}
            />
            <WaitingRaise
              raise={budget.raises[limit]}
              now={now[limit]}
              disabled={isOffline || save.busy}
              onWithdraw={() => void save.run({ ...askedOf(budget), [limit]: now[limit] }, [limit])}
            />
          </div>
        ))}
      </fieldset>
      <p className="text-sm text-muted">
        <Trans>A lower limit holds at once. A higher one, and none, hold after 24 hours.</Trans>
      </p>
      <div role="alert" className="empty:absolute">
        {save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>Saving limits needs a connection.</Trans>
        </Notice>
      )}
      <Button type="submit" busy={save.busy} disabled={isOffline || !isValid || settings === null}>
        <Trans>Save limits</Trans>
      </Button>
    </form>
  )
}

/** Each limit is kept by itself: what another device saves, and what is sent alone, leaves the others as they are typed. */
function useLimitFields(budget: BudgetRecord): Record<keyof Limits, KeptFormState<{ text: string }>> {
  const { day, month, creator } = textsOf(budget)
  return {
    day: useKeptForm('budget:day', { text: day }),
    month: useKeptForm('budget:month', { text: month }),
    creator: useKeptForm('budget:creator', { text: creator }),
  }
}

function InTokens({ cents }: { cents: number | null }) {
  const settings = useUnit($settings)
  if (!settings || cents === null) return settings?.currency ?? null
  const tokens = Math.floor(cents / Math.round(settings.tokenValue * 100))
  return (
    <>
      {settings.currency} · <Plural value={tokens} one="# token" other="# tokens" />
    </>
  )
}

/** The limits that the fan has asked for: those that wait, else those that hold. */
function askedOf({ limits, raises }: BudgetRecord): Limits {
  const asked = (limit: keyof Limits) => (raises[limit] ?? { to: limits[limit] }).to
  return { day: asked('day'), month: asked('month'), creator: asked('creator') }
}

function textsOf(budget: BudgetRecord): Record<keyof Limits, string> {
  const asked = askedOf(budget)
  const textOf = (cents: number | null) => (cents === null ? '' : priceText(cents))
  return { day: textOf(asked.day), month: textOf(asked.month), creator: textOf(asked.creator) }
}

/** The cents of a typed limit; undefined for what is none. */
function centsOf(typed: string): number | null | undefined {
  const cents = parsePrice(typed)
  return typeof cents === 'number' && cents > LIMIT_MAX ? undefined : cents
}
