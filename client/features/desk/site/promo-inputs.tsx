import { useLingui } from '@lingui/react/macro'
import { promoStates } from '@vesper/sync/vesper/api/desk-promos.ts'
import type { PromoFields } from '@vesper/sync/vesper/api/desk-promos.ts'
import { PROMO_AUDIENCES, PROMO_POSITIONS, PROMO_TEXT_MAX, PROMO_TITLE_MAX } from '@vesper/sync/vesper/api/promos.ts'
import { SelectField, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { usePromoWords } from './use-promo-words.ts'

type Text = 'title' | 'text' | 'link' | 'from' | 'until'
type Props = {
  values: PromoFields
  wrong: Partial<Record<Text, string>>
  onType: (change: Partial<PromoFields>) => void
}

/** The fields of a promo. */
export function PromoInputs({ values, wrong, onType }: Props) {
  const { t } = useLingui()
  const words = usePromoWords()
  const day = (name: 'from' | 'until', label: string) => (
    <TextField
      label={label}
      type="date"
      error={wrong[name]}
      value={values[name] ?? ''}
      onChange={(event) => onType({ [name]: event.currentTarget.value || null })}
    />
  )
  return (
    <>
      <TextField
        label={t`Title`}
        dir="auto"
        error={wrong.title}
        maxLength={PROMO_TITLE_MAX}
        value={values.title}
        onChange={(event) => onType({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t`Text`}
        error={wrong.text}
        maxLength={PROMO_TEXT_MAX}
        value={values.text}
        onChange={(event) => onType({ text: event.currentTarget.value })}
      />
      <TextField
        label={t`Link`}
        hint={t`A path of the app such as /explore, or an address with https://. Empty for none.`}
        dir="ltr"
        error={wrong.link}
        value={values.link ?? ''}
        onChange={(event) => onType({ link: event.currentTarget.value || null })}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {day('from', t`First day`)}
        {day('until', t`Last day`)}
        <Choice
          label={t`Page`}
          values={PROMO_POSITIONS}
          words={words.positions}
          value={values.position}
          onChoose={(position) => onType({ position })}
        />
        <Choice
          label={t`For`}
          values={PROMO_AUDIENCES}
          words={words.audiences}
          value={values.audience}
          onChoose={(audience) => onType({ audience })}
        />
        <Choice
          label={t`Status`}
          values={promoStates}
          words={words.states}
          value={values.state}
          onChoose={(state) => onType({ state })}
        />
      </div>
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  values: readonly Value[]
  words: Record<Value, string>
  value: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, values, words, value, onChoose }: ChoiceProps<Value>) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
      {values.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </SelectField>
  )
}
