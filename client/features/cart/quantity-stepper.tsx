import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../../ui/controls/button.tsx'

type Props = {
  /** The name of the counted thing. */
  name: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** How many of one thing, one by one. */
export function QuantityStepper({ name, value, max, onChange }: Props) {
  const { t } = useLingui()
  return (
    <div
      role="group"
      aria-label={t`Quantity of ${name}`}
      className="inline-flex items-center rounded-full border border-line bg-raised"
    >
      <IconButton label={t`One less`} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Minus className="size-5" aria-hidden="true" />
      </IconButton>
      <output className="min-w-8 text-center font-semibold tabular-nums">{value}</output>
      <IconButton label={t`One more`} disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Plus className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
