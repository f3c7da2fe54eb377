import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useErrorWhileTrue } from '../connection/use-error-while-true.ts'
import { showServerErrors } from './show-server-errors.ts'

type FormAlert = {
  /** The error of the form as a whole; null while there is none. */
  alert: string | null
  /** Shows a refusal at the fields that it names, or for the form as a whole. */
  show: (error: unknown) => void
  clear: () => void
}

export function useFormAlert<Values extends FieldValues>(form: UseFormReturn<Values>): FormAlert {
  const [failure, setFailure] = useState<{ error: unknown; text: string | null }>(nothing)
  const error = useErrorWhileTrue(failure.error)
  return {
    alert: error === null ? null : failure.text,
    show: (failed) => setFailure({ error: failed, text: showServerErrors(failed, form) }),
    clear: () => setFailure(nothing),
  }
}

const nothing = { error: null, text: null }
