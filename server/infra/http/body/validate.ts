import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import * as v from 'valibot'

/** The value as the schema has it. Refuses with one detail a field; the message is the first of them. */
export function validate<const S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, nameMissing(schema, value), { ...validationMessage, abortPipeEarly: true })
  if (result.success) return result.output
  const details: RefusalDetail[] = result.issues.slice(0, 20).map((issue) => ({
    path: v.getDotPath(issue) ?? '',
    message: issue.message.slice(0, 200),
  }))
  throw new Refusal('invalid', details[0]?.message ?? validationMessage.message, details)
}

/** Gives a missing field the value `undefined`, so that its own schema words the refusal rather than the object's. */
function nameMissing(schema: v.GenericSchema, value: unknown): unknown {
  if (!('entries' in schema) || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const missing = Object.entries(schema.entries as v.ObjectEntries)
    .filter(([key, entry]) => !Object.hasOwn(value, key) && !mayBeMissing.has(entry.type))
    .map(([key]) => [key, undefined])
  return missing.length > 0 ? { ...value, ...Object.fromEntries(missing) } : value
}

const mayBeMissing: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'nullish'])
