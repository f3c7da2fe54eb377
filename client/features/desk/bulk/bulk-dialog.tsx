import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BulkAction, BulkAnswer, BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { chosen, faultsOf, newValues } from '../cases/decide-values.ts'
import type { Clause } from '../cases/decide-values.ts'
import { RuleFields } from '../cases/rule-fields.tsx'
import { useDeedWords } from '../cases/use-deed-words.ts'
import { useDeskWords } from '../use-desk-words.ts'
import { LeftOut } from './left-out.tsx'
import { UndoBulk } from './undo-bulk.tsx'
import { useBulk } from './use-bulk.ts'

export type BulkSubjects = Pick<BulkPreview, 'caseIds' | 'things'>

type Props = {
  subjects: BulkSubjects
  /** The decisions to choose from; the first one is chosen. */
  actions: readonly [BulkAction, ...BulkAction[]]
  /** The decisions were made, or taken back. */
  onRun: () => void
  onClose: () => void
}

/** One decision on many: who would be left out and why, then the decision itself, and the way back. */
export function BulkDialog({ subjects, actions, onRun, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const facts = useDeskWords('bulk')
  const [action, setAction] = useState<BulkAction>(actions[0])
  const [clause, setClause] = useState<Clause | ''>('')
  const [isTried, setTried] = useState(false)
  const { bulk, preview, apply, isRunning, drop } = useBulk({ onRun, onTaken: facts.sent })
  const deeds = useDeedWords()
  const values = { ...newValues(action, clause), facts: facts.text }
  const faults = faultsOf(values, Date.now())
  const look = () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    void preview.run({ ...subjects, action, clause: clause === '' ? 'other' : clause, facts: facts.text.trim() })
  }
  const count = bulk?.count ?? 0
  const isPreview = bulk?.state === 'previewed' && !isRunning
  const error = preview.error ?? (isRunning ? null : apply.error)
  return (
    <Dialog
      title={bulk === null ? t`Decide` : isPreview ? t`Preview` : t`Outcome`}
      failure={error === null ? null : errorMessage(error)}
      onClose={onClose}
      actions={
        bulk === null ? (
          <Button busy={preview.busy} disabled={isOffline} onClick={look}>
            <Trans>Show the preview</Trans>
          </Button>
        ) : isPreview ? (
          <>
            <Button
              kind={action === 'none' ? 'primary' : 'danger'}
              busy={apply.busy}
              disabled={isOffline || count === 0}
              onClick={() => void apply.run(bulk._id)}
            >
              <Trans>Apply to {count}</Trans>
            </Button>
            <Button kind="secondary" onClick={drop}>
              <Trans>Change the decision</Trans>
            </Button>
          </>
        ) : (
          !isRunning && <UndoBulk bulk={bulk} onUndone={onRun} />
        )
      }
    >
      {bulk ? (
        <Outcome bulk={bulk} isRunning={isRunning} deed={deeds[action]} />
      ) : (
        <>
          <SelectField
            label={t`Decision`}
            value={action}
            onChange={(event) => setAction(chosen(actions, event.currentTarget.value, action))}
          >
            {actions.map((one) => (
              <option key={one} value={one}>
                {deeds[one]}
              </option>
            ))}
          </SelectField>
          <RuleFields
            values={values}
            faults={isTried ? faults : {}}
            edit={(change) => {
              if (change.clause !== undefined) setClause(change.clause)
              if (change.facts !== undefined) facts.type(change.facts)
            }}
          />
        </>
      )}
    </Dialog>
  )
}

function Outcome({ bulk, isRunning, deed }: { bulk: BulkAnswer; isRunning: boolean; deed: string }) {
  const { t } = useLingui()
  const { state, count, done, refused } = bulk
  const all = count + refused.length
  if (isRunning)
    return (
      <>
        <Progress value={all === 0 ? null : done / all} label={t`Progress`} />
        <p role="status">
          <Trans>
            {done} of {all} done. It goes on if you close this.
          </Trans>
        </p>
      </>
    )
  return (
    <>
      <p role="status" className="font-semibold text-ink">
        {state === 'previewed' ? (
          <Plural value={count} one={`${deed}: # would be decided.`} other={`${deed}: # would be decided.`} />
        ) : state === 'undone' ? (
          <Plural value={count} one="# was taken back." other="# were taken back." />
        ) : (
          <Plural value={count} one={`${deed}: # was decided.`} other={`${deed}: # were decided.`} />
        )}
      </p>
      <LeftOut refused={refused} />
    </>
  )
}
