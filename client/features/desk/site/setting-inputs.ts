import type { DeskSetting, SimpleField } from '@vesper/sync/vesper/api/desk-site.ts'

/** One input of the form: a setting, or a part of one. `part` is null for a whole setting. */
export type SettingInput = { id: string; part: string | null; field: SimpleField | { type: 'list' } }
/** The typed values by the id of their input: text, or a choice. */
export type Typed = Readonly<Record<string, string | boolean>>

const BPS_PER_PERCENT = 100

/** The inputs of a setting; one for each part of a group. */
export function inputsOf({ key, field }: Pick<DeskSetting, 'key' | 'field'>): SettingInput[] {
  if (field.type !== 'group') return [{ id: key, part: null, field }]
  return field.fields.map(({ name, field: inner }) => ({ id: `${key}.${name}`, part: name, field: inner }))
}

/** The text or choice of an input while nothing is typed. A secret is empty. */
export function shownOf(setting: DeskSetting, { part, field }: SettingInput): string | boolean {
  const value = part === null ? setting.value : (setting.value as Record<string, unknown>)[part]
  if (field.type === 'switch') return value === true
  if (field.type === 'list') return (value as string[]).join(', ')
  if (typeof value === 'number') return String(setting.unit === 'bps' ? value / BPS_PER_PERCENT : value)
  return typeof value === 'string' ? value : ''
}

/** Tells if something else was typed than what stands. */
export function isChanged(setting: DeskSetting, typed: Typed): boolean {
  return inputsOf(setting).some((input) => {
    const now = typed[input.id]
    return now !== undefined && now !== shownOf(setting, input)
  })
}

/** The value of a setting with what was typed. The server refuses what does not fit. */
export function typedValue(setting: DeskSetting, typed: Typed): unknown {
  const values = inputsOf(setting).map((input) => {
    return [input.part, valueOf(setting, input, typed[input.id] ?? shownOf(setting, input))] as const
  })
  return setting.field.type === 'group' ? Object.fromEntries(values) : values[0]?.[1]
}

function valueOf({ unit }: DeskSetting, { field }: SettingInput, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  if (field.type === 'list') return typed.toUpperCase().match(/[^\s,;]+/g) ?? []
  if (field.type !== 'number') return typed
  const number = typed.trim() === '' ? null : Number(typed)
  return unit === 'bps' && number !== null ? Math.round(number * BPS_PER_PERCENT) : number
}
