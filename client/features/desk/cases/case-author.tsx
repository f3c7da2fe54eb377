import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { formatDate } from '../../../ui/text/date-format.ts'

/** The author of a thing: since when, and the decisions and restrictions of other cases. */
export function CaseAuthor({ target, author }: Pick<CaseDetail, 'target' | 'author'>) {
  const { t, i18n } = useLingui()
  const { restrictions } = useDecisionWords()
  const date = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium' })
  const statuses: Record<string, string> = { active: t`Active`, suspended: t`Suspended`, deactivated: t`Closed` }
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p>
        <Link
          to="/desk/users/$userId"
          params={{ userId: target._id }}
          className="font-semibold wrap-anywhere text-accent-ink underline"
        >
          <bdi>{target.name}</bdi>
        </Link>
        {target.username !== null && (
          <>
            {' '}
            <bdi className="text-muted">@{target.username}</bdi>
          </>
        )}
      </p>
      <p>
        <Trans>Here since {date(author.since)}</Trans>
        {' · '}
        {statuses[author.status] ?? author.status}
      </p>
      <p>
        <Plural value={author.decisions} _0="No decision before" one="# decision before" other="# decisions before" />
        {' · '}
        <Plural value={author.openCases} _0="No other case" one="# other case" other="# other cases" />
      </p>
      {author.restrictions.map(({ restrict, until }) => (
        <p key={restrict} className="text-danger-ink">
          {until === null ? (
            <Trans>{restrictions[restrict]}: paused without an end</Trans>
          ) : (
            <Trans>
              {restrictions[restrict]}: paused until {date(until)}
            </Trans>
          )}
        </p>
      ))}
    </div>
  )
}
