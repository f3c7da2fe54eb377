import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ConnectionError } from './api.ts'

/**
 * Texts that others wrote in English, by themselves: those that the login page may meet; `server-texts.ts` has the rest.
 * `{number}` stands for a number that differs each time.
 */
const known = new Map<string, MessageDescriptor>([
  ['Incorrect credentials!', msg`Incorrect credentials!`],
  ['Please login!', msg`Please login!`],
])

export function teachTexts(texts: [string, MessageDescriptor][]): void {
  for (const [text, descriptor] of texts) known.set(text, descriptor)
}

/** What to tell a person about a failure: the server's words where it has any, else `fallback`. */
export function textOf(error: unknown, fallback: string = t`Something went wrong, please try again later`): string {
  if (error instanceof ConnectionError) return t`Vesper cannot be reached. Check the connection and try again.`
  if (error instanceof Refusal && error.message) return translated(error.message)
  return fallback
}

/** A text of the shared schemas or of the server, in the language that is shown. */
export function translated(text: string): string {
  const number = Number(/\d+/.exec(text)?.[0])
  const descriptor = known.get(text) ?? known.get(text.replace(/\d+/, '{number}'))
  // English has no catalogue of what is English already.
  return descriptor && i18n.messages[descriptor.id] ? i18n._(descriptor.id, { number }) : text
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
