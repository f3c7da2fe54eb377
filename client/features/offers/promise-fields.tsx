import { Trans, useLingui } from '@lingui/react/macro'
import { TERMS } from '@vesper/sync/vesper/records/subscription.ts'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { termsOf } from './offer-values.ts'
import type { OfferValues } from './offer-values.ts'

type Props = {
  values: OfferValues
  edit: (change: Partial<OfferValues>) => void
  errorOf: (field: string) => string | undefined
}

/** The fields of an offer that stay as they are once it is made: its kind, its code, and the free days or the discount. */
export function PromiseFields({ values, edit, errorOf }: Props) {
  const { t } = useLingui()
  const text = (field: keyof OfferValues) => ({
    value: values[field],
    autoComplete: 'off',
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => edit({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      <SelectField label={t`Kind`} value={values.kind} onChange={(event) => edit({ kind: event.currentTarget.value })}>
        <option value="trial">{t`Free trial`}</option>
        <option value="discount">{t`Discount`}</option>
      </SelectField>
      {values.kind === 'trial' ? (
        <TextField
          label={t`Free days`}
          hint={t`1 to 90. They end by themselves.`}
          inputMode="numeric"
          {...text('days')}
        />
      ) : (
        <>
          <TextField
            label={t`Percent off`}
            hint={t`1 to 99, for the first term of a fan.`}
            inputMode="numeric"
            {...text('percent')}
          />
          <TermChoices values={values} edit={edit} error={errorOf('terms')} />
        </>
      )}
      <TextField
        label={t`Code`}
        hint={t`4 to 40 letters, digits and hyphens. It ends the link, and fans can type it.`}
        autoCapitalize="characters"
        dir="ltr"
        {...text('code')}
      />
    </>
  )
}

function TermChoices({ values, edit, error }: Pick<Props, 'values' | 'edit'> & { error: string | undefined }) {
  const names = useTermNames()
  const chosen = termsOf(values)
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium text-muted">
        <Trans>Subscription lengths</Trans>
      </legend>
      {TERMS.map((term) => (
        <Checkbox
          key={term}
          label={names[term]}
          checked={chosen.includes(term)}
          onChange={(event) => {
            const others = chosen.filter((one) => one !== term)
            edit({ terms: (event.currentTarget.checked ? [...others, term] : others).join() })
          }}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}
