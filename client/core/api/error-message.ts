import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ConnectionError } from './api.ts'

/** The text for a failure: the server's words where it has any, else `fallback`. */
export function errorMessage(
  error: unknown,
  fallback: string = t`Something went wrong, please try again later`,
): string {
  if (error instanceof ConnectionError) return t`Vesper cannot be reached. Check the connection and try again.`
  if (error instanceof Refusal && error.message) return translated(error.message)
  return fallback
}

/** The day, the number or the placeholder in braces that a sentence names first. */
const VALUE = /\d{4}-\d\d-\d\d|\d+|\{[^{}]*\}/

/**
 * A sentence of the server or of the shared schemas, in the language that is shown. The catalogue `server` has it under the
 * sentence itself, a number, a day or a placeholder that differs each time as `{number}`. A sentence that no catalogue has stays in English.
 */
export function translated(sentence: string): string {
  const [value = ''] = VALUE.exec(sentence) ?? []
  const id = [sentence, sentence.replace(VALUE, '{number}')].find((known) => i18n.messages[known])
  return id === undefined ? sentence : i18n._(id, { number: /^\d+$/.test(value) ? Number(value) : value })
}

/** The refusal's texts by field, for the fields that a form has. */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  if (!(error instanceof Refusal)) return {}
  const found = (error.details ?? []).filter((detail): detail is { path: Field; message: string } =>
    fields.includes(detail.path as Field),
  )
  return Object.fromEntries(found.map((detail) => [detail.path, translated(detail.message)])) as Partial<
    Record<Field, string>
  >
}
