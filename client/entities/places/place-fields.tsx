import { useLingui } from '@lingui/react/macro'
import { CountryEntry } from '@vesper/sync/vesper/api/reference.ts'
import { useId, useMemo } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import * as v from 'valibot'
import { countriesIn } from '../../core/i18n/country-names.ts'
import { cx } from '../../ui/cx.ts'
import { controlClass, Field } from '../../ui/form/field.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { suggested } from './suggested.ts'
import { usePlaceList } from './use-place-list.ts'
import { usePlaces } from './use-places.ts'

const Countries = v.array(CountryEntry)

type CountryProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** The code of the chosen country, for its flag. */
  code: string | null
  error?: string | undefined
  hint?: ReactNode
  /** Stands first, for no country. */
  none?: string
}

/** Asks for a country, and shows its flag. The names are those of the browser, so it works without a connection. */
export function CountryField({ code, error, hint, none, className, ...select }: CountryProps) {
  const { t, i18n } = useLingui()
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const { list: listed } = usePlaceList('/countries/list', Countries)
  const flag = listed?.find((country) => country.code === code)?.flag
  return (
    <Field label={t`Country`} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          {flag && <Flag address={flag} />}
          <select {...select} {...control} className={cx(controlClass, flag && 'ps-13', className)}>
            {none !== undefined && <option value="">{none}</option>}
            {countries.map((country) => (
              <option key={country.code} value={country.code}>
                {country.name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

/** The address is that of the server; the page may have been opened under another one. */
function Flag({ address }: { address: string }) {
  const { pathname, search } = new URL(address, location.href)
  return (
    <img
      src={pathname + search}
      alt=""
      className="pointer-events-none absolute start-4 top-1/2 h-4 w-5.5 -translate-y-1/2 rounded-xs object-cover"
    />
  )
}

type PlaceProps = {
  country: string | null
  value: string
  onChange: (value: string) => void
  maxLength: number
  error?: string | undefined
  autoComplete?: string
}

/** Asks for a state, with the names of the country's states to choose from. Any other text is taken too. */
export function StateField({ country, ...props }: PlaceProps) {
  const { t } = useLingui()
  const { states = [] } = usePlaces(country, '')
  return <Suggesting label={t`State`} names={states} {...props} />
}

/** Asks for one of the country's states. It is typed where the list is not at hand, and not asked for where there are none. `none` stands first. */
export function ListedStateField({ country, none, maxLength, autoComplete, ...props }: PlaceProps & { none: string }) {
  const { t } = useLingui()
  const { states, isLoading } = usePlaces(country, '')
  const { value, onChange, error } = props
  if (country && !states && !isLoading)
    return <Suggesting label={t`State`} names={[]} maxLength={maxLength} {...props} />
  if (states?.length === 0 && value === '') return null
  // A text from before the list was at hand stays in sight.
  const isUnknown = value !== '' && !states?.includes(value)
  return (
    <SelectField
      label={t`State`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      disabled={!states}
      error={error}
      {...(autoComplete && { autoComplete })}
    >
      <option value="">{none}</option>
      {isUnknown && <option value={value}>{value}</option>}
      {states?.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Asks for a city, with the names of the cities of the state to choose from. Any other text is taken too. */
export function CityField({ country, state, ...props }: PlaceProps & { state: string; disabled?: boolean }) {
  const { t } = useLingui()
  const { cities = [] } = usePlaces(country, state)
  return <Suggesting label={t`City`} names={cities} {...props} />
}

type SuggestingProps = Omit<PlaceProps, 'country'> & { label: string; names: readonly string[]; disabled?: boolean }

function Suggesting({ label, names, value, onChange, ...input }: SuggestingProps) {
  const id = useId()
  const shown = useMemo(() => suggested(names, value), [names, value])
  return (
    <>
      <TextField
        {...input}
        label={label}
        dir="auto"
        list={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {shown.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
