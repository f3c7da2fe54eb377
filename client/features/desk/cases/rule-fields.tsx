import { useLingui } from '@lingui/react/macro'
import { FACTS_MAX } from '@vesper/sync/vesper/api/cases.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { SelectField, TextArea } from '../../../ui/form/text-field.tsx'
import { chosen, clauseChoices, needsRule } from './decide-values.ts'
import type { Clause, DecideFaults, DecideValues } from './decide-values.ts'

type Words = Pick<DecideValues, 'kind' | 'clause' | 'facts'>
type Props = {
  values: Words
  faults: DecideFaults
  edit: (change: Partial<Pick<Words, 'clause' | 'facts'>>) => void
}

/** The rule of a decision, and what happened in words. */
export function RuleFields({ values: { kind, clause, facts }, faults, edit }: Props) {
  const { t } = useLingui()
  const { clauses } = useDecisionWords()
  return (
    <>
      <SelectField
        label={t`Rule`}
        value={clause}
        error={faults.clause && t`Choose the rule.`}
        onChange={(event) =>
          edit({ clause: chosen<Clause | ''>(['', ...clauseChoices], event.currentTarget.value, '') })
        }
      >
        <option value="">{needsRule(kind) ? t`Choose…` : t`None`}</option>
        {clauseChoices.map((one) => (
          <option key={one} value={one}>
            {clauses[one]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`What happened`}
        hint={clause === 'law' ? t`Name the law and its paragraph.` : undefined}
        error={faults.facts && t`Say which rule, and what happened.`}
        maxLength={FACTS_MAX}
        value={facts}
        onChange={(event) => edit({ facts: event.currentTarget.value })}
      />
    </>
  )
}
