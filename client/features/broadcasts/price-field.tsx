import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_PRICE_MAX } from '@vesper/sync/vesper/records/message.ts'
import { useState } from 'react'
import { normalizeDigits } from '../../core/i18n/normalize-digits.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** The price of a message in tokens, 0 for none. Text that is no price stays in the field until it is corrected. */
export function PriceField({ price, onEdit }: { price: number; onEdit: (price: number) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const digits = typed === null ? null : normalizeDigits(typed).trim()
  const isWrong = digits !== null && !/^\d{0,6}$/.test(digits)
  const shown = typed ?? (price === 0 ? '' : String(price))
  return (
    <TextField
      label={t`Price in tokens`}
      inputMode="numeric"
      value={shown}
      hint={<Trans>Leave it empty for a message that is open to all.</Trans>}
      error={isWrong || Number(digits) > MESSAGE_PRICE_MAX ? t`Use whole tokens, at most 10,000.` : undefined}
      onBlur={() => !isWrong && setTyped(null)}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const next = normalizeDigits(value).trim()
        if (/^\d{0,5}$/.test(next) && Number(next) <= MESSAGE_PRICE_MAX) onEdit(Number(next))
      }}
    />
  )
}
