import { FanRule } from '@vesper/sync/vesper/records/fan-list.ts'
import type { FanList } from '@vesper/sync/vesper/records/fan-list.ts'
import * as v from 'valibot'
import { parseWhole } from '../../core/forms/parse-whole.ts'

/** The texts of the form of a list. `kind` is a kind of rule, or `manual`; `thing` is `<kind>:<id>`. */
export type ListValues = {
  name: string
  kind: FanRule['kind'] | 'manual'
  tokens: string
  days: string
  unseenDays: string
  thing: string
}

/** The texts that a form begins with; null for a new list. */
export function valuesOf(list: FanList | null): ListValues {
  const rule = list?.rule
  return {
    name: list?.name ?? '',
    kind: rule?.kind ?? 'manual',
    tokens: rule?.kind === 'spent' ? String(rule.tokens) : '500',
    days: rule?.kind === 'spent' ? String(rule.days) : '90',
    unseenDays: rule?.kind === 'unseen' ? String(rule.days) : '30',
    thing: rule?.kind === 'bought' ? `${rule.objectType}:${rule.objectId}` : '',
  }
}

/** The rule of a filled form, null for a list by hand; or the sentence of what is wrong, as the server would say it. */
export function ruleOf({
  kind,
  tokens,
  days,
  unseenDays,
  thing,
}: ListValues): { rule: FanRule | null } | { error: string } {
  if (kind === 'manual') return { rule: null }
  const [objectType = '', objectId = ''] = thing.split(':')
  const given = {
    ...{ kind },
    ...(kind === 'spent' && { tokens: numberOf(tokens), days: numberOf(days) }),
    ...(kind === 'unseen' && { days: numberOf(unseenDays) }),
    ...(kind === 'bought' && { objectType, objectId }),
  }
  const read = v.safeParse(FanRule, given)
  return read.success ? { rule: read.output } : { error: read.issues[0].message }
}

function numberOf(text: string): number {
  return parseWhole(text) ?? Number.NaN
}
