import type { SettingField, SimpleField } from '@vesper/sync/vesper/api/desk-site.ts'
import type * as v from 'valibot'

/** A part of a schema of Valibot, as far as a form needs it. */
type Part = {
  kind: string
  type: string
  requirement?: unknown
  pipe?: readonly Part[]
  entries?: Readonly<Record<string, Part>>
  options?: readonly Part[]
  wrapped?: Part
}

/** The field of a form that takes the values of a schema. Throws for a schema that no form has a field for. */
export function formField(schema: v.GenericSchema): SettingField {
  const part = unwrapped(schema)
  if (part.type === 'array') return { type: 'list' }
  if (part.type === 'object') {
    const fields = Object.entries(part.entries ?? {}).map(([name, entry]) => ({ name, field: simpleField(entry) }))
    return { type: 'group', fields }
  }
  return simpleField(part)
}

function simpleField(given: Part): SimpleField {
  const part = unwrapped(given)
  switch (part.type) {
    case 'boolean':
      return { type: 'switch' }
    case 'string':
      return { type: 'text', maxLength: bound(part, 'max_length', Math.min) }
    case 'number':
      return {
        ...{ type: 'number', min: bound(part, 'min_value', Math.max), max: bound(part, 'max_value', Math.min) },
        isWhole: actionsOf(part).some(({ type }) => type === 'integer'),
      }
    default:
      throw new TypeError(`no form has a field for ${part.type}`)
  }
}

/** An optional schema is the one inside; a choice of an empty text or another one is the other one. */
function unwrapped(part: Part): Part {
  if (part.wrapped) return unwrapped(part.wrapped)
  const last = part.type === 'union' ? part.options?.at(-1) : undefined
  return last ? unwrapped(last) : part
}

function bound(part: Part, type: string, strictest: (...values: number[]) => number): number | null {
  const found = actionsOf(part).flatMap((action) => (action.type === type ? [Number(action.requirement)] : []))
  return found.length > 0 ? strictest(...found) : null
}

/** The actions of a schema, those of schemas inside its pipe too. */
function actionsOf({ pipe = [] }: Part): Part[] {
  return pipe.flatMap((item) => (item.kind === 'schema' ? actionsOf(item) : [item]))
}
