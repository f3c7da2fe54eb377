import { Trans, useLingui } from '@lingui/react/macro'
import type { DecisionKind, Statement } from '@vesper/sync/vesper/api/cases.ts'
import type { ReactNode } from 'react'
import { formatDate } from '../../ui/text/date-format.ts'
import { useDecisionWords } from './use-decision-words.ts'

/** The parts of a statement that its reader is told. `createdAt` is null for one that is not sent yet. */
export type StatementParts = Omit<
  Statement,
  '_id' | 'objectId' | 'isAlive' | 'appealUntil' | 'appeal' | 'createdAt'
> & { createdAt: string | null }

/** A decision in plain words: its effect, the thing, the place, the end, the rule and what happened. */
export function StatementText({ statement }: { statement: StatementParts }) {
  const { t, i18n } = useLingui()
  const words = useDecisionWords()
  const effects = useEffects()
  const { side, kind, objectType, preview, ground, clause, facts, restrict, until, automated, createdAt } = statement
  const date = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })
  const hasEnd = kind === 'restrict' || kind === 'suspend'
  const hasRule = kind !== 'none' && kind !== 'restore'
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-base font-semibold text-ink">{effects[side][kind]}</p>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        <Part name={t`About`}>
          {words.things[objectType]}
          {preview !== '' && (
            <>
              {': '}
              <bdi>{preview}</bdi>
            </>
          )}
        </Part>
        {restrict !== null && <Part name={t`Paused`}>{words.restrictions[restrict]}</Part>}
        {hasRule && <Part name={t`Where`}>{t`Everywhere on this site`}</Part>}
        {hasEnd && <Part name={t`Until`}>{until === null ? t`No end is set` : date(until)}</Part>}
        {hasRule && (
          <Part name={t`Rests on`}>
            {words.grounds[ground]}: {words.clauses[clause]}
          </Part>
        )}
        {facts !== '' && (
          <Part name={t`What happened`}>
            <span dir="auto" className="block whitespace-pre-line">
              {facts}
            </span>
          </Part>
        )}
        <Part name={t`Decided by`}>
          {automated === 'none' && <Trans>A person. No machine took part.</Trans>}
          {automated === 'detection' && <Trans>A person. A machine found it.</Trans>}
          {automated === 'decision' && <Trans>A machine.</Trans>}
        </Part>
        {createdAt !== null && <Part name={t`Decided on`}>{date(createdAt)}</Part>}
      </dl>
    </div>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="text-ink wrap-anywhere max-sm:mb-1">
        {children}
      </dd>
    </div>
  )
}

/** The effect of each decision, in the words for its author and for a reporter. */
function useEffects(): Record<Statement['side'], Record<DecisionKind, string>> {
  const { t } = useLingui()
  return {
    author: {
      none: t`Somebody reported this. We looked at it and found no breach of the rules.`,
      warn: t`This is a warning. Nothing has changed for you.`,
      hide: t`We have hidden this. Only you still see it.`,
      restrict: t`A part of your account is paused.`,
      suspend: t`Your account is suspended.`,
      restore: t`An earlier decision has ended, and its effect with it.`,
    },
    reporter: {
      none: t`We looked at what you reported and found no breach of the rules.`,
      warn: t`We have warned the author of what you reported.`,
      hide: t`We have hidden what you reported.`,
      restrict: t`We have paused a part of the account of its author.`,
      suspend: t`We have suspended the account of its author.`,
      restore: t`An earlier decision about this has ended.`,
    },
  }
}
