import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

type Errors<Name extends string> = Partial<Record<Name, string>>

type FieldErrors<Name extends string> = {
  form: RefObject<HTMLFormElement | null>
  errors: Errors<Name>
  /** Shows the faults that a save found, none for `{}`, and puts the focus on the first field with one. */
  tell: (errors: Errors<Name>) => void
  /** The values of these fields have changed: their faults may be gone. */
  clear: (...names: Name[]) => void
}

/** The faults in the fields of a form, by the names of the fields. */
export function useFieldErrors<Name extends string>(): FieldErrors<Name> {
  const form = useRef<HTMLFormElement>(null)
  const [told, setTold] = useState<{ errors: Errors<Name>; saves: number }>({ errors: {}, saves: 0 })
  useEffect(() => {
    // The first field that is wrong, as the form shows them. Not when a fault goes: somebody is at work in a field.
    if (told.saves > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [told.saves])
  return {
    form,
    errors: told.errors,
    tell: (errors) => setTold(({ saves }) => ({ errors, saves: saves + 1 })),
    clear: (...names) =>
      setTold((before) => ({
        ...before,
        errors: Object.fromEntries(
          Object.entries(before.errors).filter(([name]) => !(names as string[]).includes(name)),
        ) as Errors<Name>,
      })),
  }
}
