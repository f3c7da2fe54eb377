import { Trans, useLingui } from '@lingui/react/macro'
import type { DecisionKind } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { useUnit } from 'effector-react'
import { useId } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { StatementText } from '../../../entities/decisions/statement-text.tsx'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { isoDay } from '../../../ui/text/date-format.ts'
import { chosen, decidedParts, hasEnd, kindsFor, restrictChoices } from './decide-values.ts'
import type { Clause, DecideFaults, DecideValues } from './decide-values.ts'
import { RuleFields } from './rule-fields.tsx'
import { useDecide } from './use-decide.ts'
import type { DecideSubject } from './use-decide.ts'
import { useDeedWords } from './use-deed-words.ts'

type Props = {
  /** A case as it was looked at, or a thing: a decision on it opens a case of staff. */
  subject: DecideSubject
  /** The thing as its author reads it in the statement. `preview`: its first words; empty for none. */
  about: { objectType: ReportTarget; preview: string }
  /** The decisions to choose from; all that the thing may get unless told. The first one is chosen. */
  kinds?: readonly DecisionKind[]
  /** The rule that its reports speak of. */
  clause?: Clause | ''
  onDecided: () => void
  /** Reads the case again after somebody else has decided. */
  onLookAgain?: () => void
  onClose: () => void
}

/** Decides on a thing or an account. Its author reads the statement that stands above the button. */
export function DecideDialog({ subject, about, clause = '', onDecided, onLookAgain, onClose, ...props }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const kinds = props.kinds ?? kindsFor(about.objectType)
  const decide = useDecide({ subject, kinds, clause, onDecided })
  const { values, faults, edit, error, isStale } = decide
  return (
    <Dialog
      title={t`Decide`}
      failure={error === null ? null : errorMessage(error)}
      onClose={onClose}
      actions={
        <>
          {isStale && onLookAgain && (
            <Button onClick={onLookAgain}>
              <Trans>Look again</Trans>
            </Button>
          )}
          <Button
            kind={values.kind === 'none' ? 'primary' : 'danger'}
            busy={decide.busy}
            disabled={isOffline || isStale}
            onClick={decide.send}
          >
            <Trans>Send decision</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <Fields {...{ kinds, values, faults, edit }} />
      {values.kind === 'none' && 'caseId' in subject && (
        <Checkbox
          label={t`The reports were manifestly unfounded`}
          checked={values.isUnfounded}
          onChange={(event) => edit({ isUnfounded: event.currentTarget.checked })}
        />
      )}
      {isOffline && <Notice tone="warning">{t`The desk needs a connection`}</Notice>}
      <Preview values={values} about={about} />
    </Dialog>
  )
}

type FieldsProps = {
  kinds: readonly DecisionKind[]
  values: DecideValues
  faults: DecideFaults
  edit: (change: Partial<DecideValues>) => void
}

function Fields({ kinds, values, faults, edit }: FieldsProps) {
  const { t } = useLingui()
  const words = useDecisionWords()
  const deeds = useDeedWords()
  return (
    <>
      <SelectField
        label={t`Decision`}
        value={values.kind}
        onChange={(event) => edit({ kind: chosen(kinds, event.currentTarget.value, values.kind) })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {deeds[kind]}
          </option>
        ))}
      </SelectField>
      {values.kind === 'restrict' && (
        <SelectField
          label={t`Pause`}
          value={values.restrict}
          onChange={(event) => edit({ restrict: chosen(restrictChoices, event.currentTarget.value, values.restrict) })}
        >
          {restrictChoices.map((restriction) => (
            <option key={restriction} value={restriction}>
              {words.restrictions[restriction]}
            </option>
          ))}
        </SelectField>
      )}
      <RuleFields {...{ values, faults, edit }} />
      {hasEnd(values.kind) && (
        <TextField
          label={t`Until`}
          hint={t`Leave it empty for no end.`}
          type="date"
          min={isoDay(Date.now())}
          max="9999-12-31"
          value={values.until}
          error={faults.until && t`Choose a day in the future.`}
          onChange={(event) => edit({ until: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** The statement as it will be read; of `none` nothing is told to the author. */
function Preview({ values, about }: { values: DecideValues; about: Props['about'] }) {
  const { t } = useLingui()
  const id = useId()
  const parts = { ...decidedParts(values), ...about, automated: 'none' as const, createdAt: null }
  const side = values.kind === 'none' ? 'reporter' : 'author'
  const facts = side === 'author' ? parts.facts : ''
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2 rounded-card border border-line bg-raised p-4">
      <h3 id={id} className="text-sm font-semibold text-muted">
        {side === 'author' ? t`The author will read` : t`Reporters will read`}
      </h3>
      <StatementText statement={{ ...parts, side, facts }} />
    </section>
  )
}
