import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CountryField } from '../../entities/places/place-fields.tsx'
import type { FanValues } from './fan-form.tsx'

type Props = {
  form: Pick<UseFormReturn<FanValues>, 'register' | 'formState'>
  /** The country that is chosen at first. */
  first: string
  /** Stands first, for no country. */
  none: string
}

/** Draws itself alone again when another country is chosen. */
export function CountryChoice({ form: { register, formState }, first, none }: Props) {
  const [code, setCode] = useState(first)
  return (
    <CountryField
      code={code}
      none={none}
      autoComplete="country"
      {...register('country', { onChange: (event: { target: { value: string } }) => setCode(event.target.value) })}
      error={formState.errors.country?.message}
    />
  )
}
