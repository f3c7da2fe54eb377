import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $user } from '../session/model.ts'
import { formsOf } from './form-draft-storage.ts'

export type KeptFormState<Values> = {
  values: Values
  edit: (change: Partial<Values>) => void
  /** Once it was sent. */
  forget: () => void
}

/**
 * The texts of a form of the account. They outlive a closed dialog, a reload and a killed tab, until they are sent. `begun`
 * stands over kept texts: it was begun elsewhere, and goes on here.
 */
export function useKeptForm<Values extends Record<string, string>>(
  name: string,
  initial: Values,
  begun: Partial<Values> = {},
): KeptFormState<Values> {
  const forms = formsOf(useUnit($user)?._id ?? '')
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...textsOf(forms.read(name)), ...begun }))
  return {
    values,
    edit: (change) => {
      const next = { ...values, ...change }
      setValues(next)
      const isTyped = Object.entries(next).some(([field, text]) => text !== (initial[field] ?? ''))
      if (isTyped) forms.write(name, next)
      else forms.remove(name)
    },
    forget: () => forms.remove(name),
  }
}

function textsOf(kept: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
