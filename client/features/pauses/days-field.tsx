import { useLingui } from '@lingui/react/macro'
import { PAUSE_DAYS_MAX } from '@vesper/sync/vesper/records/pause.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type Props = { value: string; error: string | undefined; onEdit: (days: string) => void }

/** A number of days, typed in digits of any keypad or stepped with the arrow keys. */
export function DaysField({ value, error, onEdit }: Props) {
  const { t } = useLingui()
  const days = parseWhole(value, { least: 0, most: PAUSE_DAYS_MAX + 1 })
  const step = (by: number) => onEdit(String(Math.min(PAUSE_DAYS_MAX, Math.max(1, (days ?? 0) + by))))
  return (
    <TextField
      label={t`Days`}
      hint={t`1 to 90, of 24 hours each.`}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuemin={1}
      aria-valuemax={PAUSE_DAYS_MAX}
      {...(days !== null && { 'aria-valuenow': days })}
      value={value}
      error={error}
      onChange={(event) => onEdit(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 1 : -1)
      }}
    />
  )
}
