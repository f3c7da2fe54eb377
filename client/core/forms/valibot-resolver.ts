import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as v from 'valibot'
import { translated } from '../api/error-message.ts'

/** Checks a form with the schema that the server checks the same fields with; texts come in the language that is shown. */
export function valibotResolver<Values extends FieldValues>(schema: v.GenericSchema): Resolver<Values> {
  return (values) => {
    const result = v.safeParse(schema, values, validationMessage)
    if (result.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of result.issues) {
      const path = v.getDotPath(issue) ?? 'root'
      errors[path] ??= { type: issue.type, message: translated(issue.message) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
