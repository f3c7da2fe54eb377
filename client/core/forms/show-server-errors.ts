import { t } from '@lingui/core/macro'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrors, errorMessage } from '../api/error-message.ts'

/** Shows a refusal at the fields that it names; what names none is returned, to be shown for the form as a whole. */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fallback: string = t`Error occurred, please try again later`,
): string | null {
  const named = fieldErrors(error, Object.keys(form.getValues()))
  const [first] = Object.keys(named)
  for (const [field, message] of Object.entries(named)) {
    form.setError(
      field as FieldPath<Values>,
      { type: 'server', message: message ?? '' },
      { shouldFocus: field === first },
    )
  }
  return first ? null : errorMessage(error, fallback)
}
