import { Trans, useLingui } from '@lingui/react/macro'
import { PLACE_MAX } from '@vesper/sync/vesper/api/performer-fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import { languagesIn } from '../../core/i18n/language-names.ts'
import { PhoneField } from '../../entities/places/phone-field.tsx'
import { CityField, CountryField, ListedStateField } from '../../entities/places/place-fields.tsx'
import type { Places } from '../../entities/places/use-places.ts'
import { SelectField } from '../../ui/form/text-field.tsx'
import type { ProfileValues } from './profile-edit.ts'

/** The fields of an account that nobody else sees. */
export function PersonalFields({ form, places }: { form: UseFormReturn<ProfileValues>; places: Places }) {
  const { t, i18n } = useLingui()
  const { setValue, watch, formState } = form
  const { errors } = formState
  const [country, state, city, language, phone] = watch(['country', 'state', 'city', 'language', 'phone'])
  const set = (field: 'country' | 'state' | 'city' | 'language' | 'phone') => (value: string) => {
    form.clearErrors(field)
    setValue(field, value)
  }
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 font-semibold">
        <Trans>Personal details</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>Nobody else sees these. You need not fill them in.</Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField
          code={country || null}
          none={t`Not told`}
          autoComplete="country"
          value={country}
          onChange={(event) => {
            set('country')(event.target.value)
            // Another country has other states and cities.
            set('state')('')
            set('city')('')
          }}
          error={errors.country?.message}
        />
        <ListedStateField
          none={t`Not told`}
          country={country || null}
          value={state}
          onChange={(value) => {
            set('state')(value)
            set('city')('')
          }}
          maxLength={PLACE_MAX}
          autoComplete="address-level1"
          error={errors.state?.message}
        />
        <CityField
          country={country || null}
          state={state}
          value={city}
          onChange={set('city')}
          disabled={city === '' && (country === '' || (places.states !== undefined && needsState(places, state)))}
          maxLength={PLACE_MAX}
          autoComplete="address-level2"
          error={errors.city?.message}
        />
        <SelectField
          label={t`Language`}
          value={language}
          onChange={(event) => set('language')(event.target.value)}
          error={errors.language?.message}
        >
          <option value="">{t`Not told`}</option>
          {languagesIn(i18n.locale).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <PhoneField country={country || null} value={phone} onChange={set('phone')} error={errors.phone?.message} />
      </div>
    </fieldset>
  )
}

function needsState({ states = [] }: Places, state: string): boolean {
  return states.length > 0 && state === ''
}
