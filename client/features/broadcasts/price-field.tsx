import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/form/text-field.tsx'
import { priceOf } from './price-of.ts'

type Props = { text: string; onText: (text: string) => void; onBlur?: () => void }

/** The price of a message in tokens, as it is typed; empty for none. */
export function PriceField({ text, onText, onBlur }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Price in tokens`}
      inputMode="numeric"
      value={text}
      hint={<Trans>Leave it empty for a message that is open to all.</Trans>}
      error={priceOf(text) === null ? t`Use whole tokens, at most 10,000.` : undefined}
      onBlur={onBlur}
      onChange={({ target }) => onText(target.value)}
    />
  )
}
