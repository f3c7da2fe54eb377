import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CaseList, caseNumberOf } from '@vesper/sync/vesper/api/cases.ts'
import type { CaseDetail, CaseRow } from '@vesper/sync/vesper/api/cases.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

type Props = {
  /** The case as it was looked at. */
  detail: CaseDetail
  onMerged: (into: string) => void
  onStale: () => void
  onClose: () => void
}

/** Joins a case to another one of the same author. It shows first what goes where. */
export function MergeDialog({ detail, onMerged, onStale, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const path = `/desk/cases?state=open&pageSize=100&author=${detail.target._id}`
  const { data, error } = useDeskAnswer(path, CaseList)
  const [_id] = useState(() => v7())
  const [into, setInto] = useState('')
  const others = (data?.data ?? []).filter((row) => row._id !== detail._id)
  const chosen = others.find((row) => row._id === into)
  const merging = useAction(async (target: string) => {
    const body = { _id, into: target, version: detail.version }
    try {
      await callApi({ method: 'POST', path: `/desk/cases/${detail._id}/merge`, body, answer: Done })
    } catch (failure) {
      onStale()
      throw failure
    }
    onMerged(target)
  })
  const failure = merging.error ?? error ?? null
  return (
    <Dialog
      title={t`Merge`}
      failure={failure === null ? null : errorMessage(failure)}
      onClose={onClose}
      actions={
        <>
          {chosen && (
            <Button kind="danger" busy={merging.busy} disabled={isOffline} onClick={() => void merging.run(chosen._id)}>
              <Trans>Merge</Trans>
            </Button>
          )}
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      {data ? (
        <Choice {...{ others, into }} onChoose={setInto} />
      ) : (
        error === undefined && <Skeleton className="h-20 rounded-card" />
      )}
      {chosen && <Preview detail={detail} chosen={chosen} />}
    </Dialog>
  )
}

type ChoiceProps = { others: readonly CaseRow[]; into: string; onChoose: (id: string) => void }

function Choice({ others, into, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const { things } = useDecisionWords()
  if (others.length === 0)
    return (
      <p>
        <Trans>There is no other case of this author that is not closed.</Trans>
      </p>
    )
  return (
    <SelectField label={t`Merge into`} value={into} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{t`Choose…`}</option>
      {others.map(({ _id, objectType, preview }) => (
        <option key={_id} value={_id}>
          {[caseNumberOf(_id), things[objectType], preview.slice(0, 60)].filter((word) => word !== '').join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

function Preview({ detail, chosen }: { detail: CaseDetail; chosen: CaseRow }) {
  const [from, into] = [caseNumberOf(detail._id), caseNumberOf(chosen._id)]
  return (
    <div className="grid gap-1">
      <p>
        <Trans>
          These go from case {from} to case {into}:
        </Trans>
      </p>
      <ul className="list-inside list-disc text-ink">
        <li>
          <Plural value={detail.reports} _0="no report" one="# report" other="# reports" />
        </li>
        <li>
          <Plural
            value={detail.evidence.length}
            _0="no evidence"
            one="# piece of evidence"
            other="# pieces of evidence"
          />
        </li>
        <li>
          <Plural value={detail.decisions.length} _0="no decision" one="# decision" other="# decisions" />
        </li>
        <li>
          <Plural value={detail.notes.length} _0="no note" one="# note" other="# notes" />
        </li>
      </ul>
      <p>
        <Trans>Then case {from} closes. This cannot be taken back.</Trans>
      </p>
    </div>
  )
}
