import { useLingui } from '@lingui/react/macro'
import { PhoneCodeEntry } from '@vesper/sync/vesper/api/reference.ts'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import * as v from 'valibot'
import { countriesIn } from '../../core/i18n/country-names.ts'
import { controlClass, Field } from '../../ui/form/field.tsx'
import { codeOf, withCode } from './suggested.ts'
import { usePlaceList } from './use-place-list.ts'

const Codes = v.array(PhoneCodeEntry)

type Props = {
  value: string
  onChange: (value: string) => void
  /** Decides between countries that share a calling code. */
  country: string | null
  hint?: ReactNode
  error?: string | undefined
}

/** Asks for a phone number with its calling code, which can be chosen from a list where the list is at hand. */
export function PhoneField({ value, onChange, country, hint, error }: Props) {
  const { t, i18n } = useLingui()
  const { list: codes } = usePlaceList('/phone-codes/list', Codes)
  const names = useMemo(() => new Map(countriesIn(i18n.locale).map(({ code, name }) => [code, name])), [i18n.locale])
  const compact = value.replaceAll(/[\s.()-]/g, '').replace(/^00/, '+')
  const typed = codes && codeOf(codes, compact, country ?? '')
  // The server dials a number without a code within the country.
  const chosen = compact.startsWith('+') ? typed : codes?.find((each) => each.country === country)
  const choose = (key: string) => {
    const next = codes?.find((each) => keyOf(each) === key)
    if (next) onChange(withCode(value.replace(/^\s*00/, '+'), typed?.code ?? null, next.code))
  }
  return (
    <Field label={t`Phone`} hint={hint} error={error}>
      {(control) => (
        <span className="flex gap-2" dir="ltr">
          {codes && (
            <span className="w-28 shrink-0">
              <select
                aria-label={t`Calling code`}
                value={chosen ? keyOf(chosen) : ''}
                onChange={(event) => choose(event.target.value)}
                className={controlClass}
              >
                {!chosen && <option value="">+</option>}
                {codes.map((each) => (
                  <option key={keyOf(each)} value={keyOf(each)}>
                    {`${each.code} ${names.get(each.country) ?? each.name}`}
                  </option>
                ))}
              </select>
            </span>
          )}
          <span className="min-w-0 flex-1">
            <input
              {...control}
              type="tel"
              autoComplete="tel"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              className={controlClass}
            />
          </span>
        </span>
      )}
    </Field>
  )
}

function keyOf({ country, code }: { country: string; code: string }): string {
  return `${country}${code}`
}
