import { useLingui } from '@lingui/react/macro'
import { dataBudget, MEGABYTE } from '../../core/data-budget/data-budget.ts'
import { useDataBudget } from '../../core/data-budget/use-data-budget.ts'
import { SelectField } from '../../ui/form/text-field.tsx'

/** Megabytes a day. */
const CHOICES = [50, 100, 200, 500, 1_000, 2_000]

/** How much this device may fetch in a day before large things wait for a tap. */
export function DataBudgetChoice() {
  const { t, i18n } = useLingui()
  const { limit, used } = useDataBudget()
  const megabytes = i18n.number(Math.floor(used / MEGABYTE))
  return (
    <SelectField
      label={t`Photos, videos and live in a day, on this device`}
      hint={t`Today: ${megabytes} MB. When the limit is reached, large photos and videos wait until you tap them, and live is sound only, until midnight.`}
      value={String(limit)}
      onChange={(event) => dataBudget.setLimit(Number(event.currentTarget.value))}
    >
      <option value="0">{t`No limit`}</option>
      {CHOICES.map((choice) => (
        <option key={choice} value={choice}>
          {t`At most ${choice} MB`}
        </option>
      ))}
    </SelectField>
  )
}
