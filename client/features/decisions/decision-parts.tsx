import { Trans, useLingui } from '@lingui/react/macro'
import type { Statement } from '@vesper/sync/vesper/api/cases.ts'
import { StatementText } from '../../entities/decisions/statement-text.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { AppealForm } from './appeal-form.tsx'
import { useAppealStates } from './use-appeal-states.ts'

type Props = { account: string; statement: Statement; onSent: () => Promise<unknown> }

/** A statement, and the way to disagree with it. */
export function DecisionParts({ account, statement, onSent }: Props) {
  const { t, i18n } = useLingui()
  const { kind, isAlive, appeal, appealUntil } = statement
  const hasEffect = kind !== 'none' && kind !== 'restore' && kind !== 'warn'
  const last = appealUntil && formatDate(new Date(appealUntil), i18n.locale, { dateStyle: 'long' })
  return (
    <>
      {hasEffect && !isAlive && (
        <Notice tone="ok">
          <Trans>This decision has no effect any more.</Trans>
        </Notice>
      )}
      <Card>
        <StatementText statement={statement} />
      </Card>
      <section aria-label={t`Appeal`} className="grid grid-cols-1 gap-3">
        <h2 className="text-lg font-semibold">
          <Trans>If you disagree</Trans>
        </h2>
        {appeal ? (
          <SentAppeal appeal={appeal} />
        ) : last ? (
          <>
            <p className="text-sm text-muted">
              <Trans>You can appeal until {last}. Another person looks at it then, and answers in words.</Trans>
            </p>
            <AppealForm key={statement._id} account={account} decisionId={statement._id} onSent={onSent} />
          </>
        ) : (
          <p className="text-sm text-muted">
            <Trans>This decision cannot be appealed here.</Trans>
          </p>
        )}
        <p className="text-sm text-muted">
          <Trans>
            You can also turn to a certified body for disputes out of court, or to a court. The{' '}
            <a href="/pages/terms" className={textLinkClass}>
              rules of this site
            </a>{' '}
            say more.
          </Trans>
        </p>
      </section>
    </>
  )
}

function SentAppeal({ appeal }: { appeal: NonNullable<Statement['appeal']> }) {
  const { i18n } = useLingui()
  const states = useAppealStates()
  const due = formatDate(new Date(appeal.dueAt), i18n.locale, { dateStyle: 'long' })
  return (
    <Card className="grid grid-cols-1 gap-2 text-sm">
      <p role="status" className="font-semibold">
        {states[appeal.state]}
      </p>
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
        {appeal.text}
      </p>
      {appeal.state === 'open' ? (
        <p className="text-muted">
          <Trans>You have an answer by {due}.</Trans>
        </p>
      ) : (
        appeal.answer !== null && (
          <>
            <p className="text-muted">
              <Trans>The answer</Trans>
            </p>
            <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
              {appeal.answer}
            </p>
          </>
        )
      )}
    </Card>
  )
}
