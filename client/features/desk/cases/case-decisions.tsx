import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseDecision } from '@vesper/sync/vesper/api/cases.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { AppealAnswer } from './appeal-answer.tsx'

type Props = { decisions: readonly CaseDecision[]; canAnswer: boolean; onAnswered: () => void }

/** The decisions of a case, each with its rule, its words, and the appeal against it. */
export function CaseDecisions({ decisions, canAnswer, onAnswered }: Props) {
  const { t } = useLingui()
  if (decisions.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>Nobody has decided yet.</Trans>
      </p>
    )
  return (
    <ul role="list" aria-label={t`Decisions`} className="grid grid-cols-1 gap-4">
      {decisions.map((decision) => (
        <li key={decision._id} className="grid grid-cols-1 gap-2">
          <DecisionWords decision={decision} />
          {decision.appeal && <AppealAnswer appeal={decision.appeal} canAnswer={canAnswer} onAnswered={onAnswered} />}
        </li>
      ))}
    </ul>
  )
}

function DecisionWords({ decision }: { decision: CaseDecision }) {
  const { i18n } = useLingui()
  const { kinds, grounds, clauses, restrictions } = useDecisionWords()
  const { kind, by, ground, clause, facts, restrict, until, isAlive, createdAt } = decision
  const date = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const isRule = kind !== 'none' && kind !== 'restore'
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">
          {restrict === null ? kinds[kind] : `${kinds[kind]}: ${restrictions[restrict]}`}
        </span>
        {isRule && (
          <Badge tone={isAlive ? 'warning' : 'neutral'}>
            {isAlive ? <Trans>In effect</Trans> : <Trans>Not in effect any more</Trans>}
          </Badge>
        )}
      </p>
      <p className="text-muted">
        <bdi>{by}</bdi>
        {' · '}
        <time dateTime={createdAt}>{date(createdAt)}</time>
        {until !== null && (
          <>
            {' · '}
            <Trans>until {date(until)}</Trans>
          </>
        )}
      </p>
      {isRule && (
        <p>
          {grounds[ground]}: {clauses[clause]}
        </p>
      )}
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
        {facts}
      </p>
    </div>
  )
}
