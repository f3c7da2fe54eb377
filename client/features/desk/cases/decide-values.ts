import { decisionClauses, decisionKinds, restrictions } from '@vesper/sync/vesper/api/cases.ts'
import type { CaseDecision, DecisionKind, Restriction } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { hasUse } from '@vesper/sync/vesper/records/things.ts'

export type Clause = CaseDecision['clause']

/** The fields of a decision as they are typed. `clause` is empty for none yet; `until` is a day, or empty for no end. */
export type DecideValues = {
  kind: DecisionKind
  clause: Clause | ''
  facts: string
  restrict: Restriction
  until: string
  /** With no breach: the reports had no reason at all. */
  isUnfounded: boolean
}

export type DecideFaults = Partial<Record<'clause' | 'facts' | 'until', true>>

export function newValues(kind: DecisionKind, clause: Clause | ''): DecideValues {
  return { kind, clause, facts: '', restrict: 'publish', until: '', isUnfounded: false }
}

/** The decisions that a thing of this kind may get: an account or a creator's page cannot be hidden. */
export function kindsFor(type: ReportTarget): DecisionKind[] {
  return decisionKinds.filter((kind) => kind !== 'hide' || hasUse(type, 'hide'))
}

/** Tells if a decision names the rule that was broken. */
export function needsRule(kind: DecisionKind): boolean {
  return kind !== 'none' && kind !== 'restore'
}

export function hasEnd(kind: DecisionKind): boolean {
  return kind === 'restrict' || kind === 'suspend'
}

export function faultsOf(values: DecideValues, now: number): DecideFaults {
  const { kind, clause, facts } = values
  const until = untilOf(values)
  return {
    ...(needsRule(kind) && clause === '' && { clause: true }),
    ...(facts.trim() === '' && { facts: true }),
    ...(until !== null && !(Date.parse(until) > now) && { until: true }),
  }
}

/** The parts of a decision that go out. A law is the ground of its own clause; all other clauses are rules of the site. */
export function decidedParts(values: DecideValues) {
  const { kind, facts } = values
  const clause: Clause = values.clause === '' ? 'other' : values.clause
  const ground: CaseDecision['ground'] = clause === 'law' ? 'illegal' : 'terms'
  return {
    ...{ kind, ground, clause, facts: facts.trim() },
    restrict: kind === 'restrict' ? values.restrict : null,
    until: untilOf(values),
    isUnfounded: kind === 'none' && values.isUnfounded,
  }
}

/** The end of the day on this device's clock; null for no end. A day that is none stays as it was typed. */
function untilOf({ kind, until }: DecideValues): string | null {
  if (!hasEnd(kind) || until === '') return null
  const end = new Date(`${until}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? until : end.toISOString()
}

/** The values that a control's text names; `present` where it names none. */
export function chosen<const Choice extends string>(
  choices: readonly Choice[],
  value: string,
  present: Choice,
): Choice {
  return choices.find((one) => one === value) ?? present
}

export const clauseChoices: readonly Clause[] = decisionClauses
export const restrictChoices: readonly Restriction[] = restrictions
