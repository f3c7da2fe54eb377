import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DecisionKind } from '@vesper/sync/vesper/api/cases.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { $decideDrafts, decideSent, decideTyped } from './decide-draft.ts'
import { decidedParts, faultsOf, newValues } from './decide-values.ts'
import type { Clause, DecideFaults, DecideValues } from './decide-values.ts'

/** A case, or a thing or an account, with the version that was looked at. */
export type DecideSubject =
  | { caseId: string; version: number }
  | { type: ReportTarget; id: string; version?: number | undefined }

type Options = {
  subject: DecideSubject
  /** The decisions to choose from; the first one is chosen. */
  kinds: readonly DecisionKind[]
  clause: Clause | ''
  onDecided: () => void
}

type Decide = {
  values: DecideValues
  faults: DecideFaults
  edit: (change: Partial<DecideValues>) => void
  send: () => void
  busy: boolean
  error: unknown
  /** Somebody else has decided since this was opened. */
  isStale: boolean
}

/** The fields of a decision, and the call that sends it. The typed words stay in this tab until it was taken. */
export function useDecide({ subject, kinds, clause, onDecided }: Options): Decide {
  const [drafts, typed, sent] = useUnit([$decideDrafts, decideTyped, decideSent])
  const [base, name] =
    'caseId' in subject
      ? [`/desk/cases/${subject.caseId}`, subject.caseId]
      : [`/desk/things/${subject.type}/${subject.id}`, `${subject.type}:${subject.id}`]
  const [fresh] = useState(() => ({ id: v7(), values: newValues(kinds[0] ?? 'none', clause) }))
  const draft = drafts[name]
  // Words for another decision, as to suspend, are none for this one.
  const { id, values } = draft && kinds.includes(draft.values.kind) ? draft : fresh
  const [isTried, setTried] = useState(false)
  const sending = useAction(async () => {
    const body = { _id: id, version: subject.version, ...decidedParts(values) }
    await callApi({ method: 'POST', path: `${base}/decide`, body, answer: Done })
    sent(name)
    onDecided()
  })
  const faults = faultsOf(values, Date.now())
  return {
    values,
    faults: isTried ? faults : {},
    edit: (change) => typed({ subject: name, id: v7(), values: { ...values, ...change } }),
    send: () => {
      setTried(true)
      if (Object.keys(faults).length === 0) void sending.run()
    },
    busy: sending.busy,
    error: sending.error,
    isStale: sending.error instanceof Refusal && sending.error.kind === 'conflict',
  }
}
