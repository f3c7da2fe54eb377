import { Trans, useLingui } from '@lingui/react/macro'
import { CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { ReactNode } from 'react'
import { nameOfLanguage } from '../../core/i18n/language-names.ts'
import { optionLabels, optionWords } from '../../entities/creators/option-words.ts'
import { useCategories } from '../../entities/creators/use-categories.ts'
import { wordFor } from '../../entities/creators/word-for.ts'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { listFormat, regionNames } from '../../ui/text/number-format.ts'

const OPTIONS = Object.keys(CREATOR_OPTIONS) as (keyof typeof CREATOR_OPTIONS)[]

/** All that a creator tells on the own page. Rows from before a field lack it. */
export function CreatorAbout({ creator }: { creator: Creator }) {
  const { t, i18n } = useLingui()
  const { bio, categories = [], languages = [] } = creator
  const list = (names: string[]) => listFormat(i18n.locale).format(names)
  const country = creator.country && regionNames(i18n.locale).of(creator.country)
  const place = [creator.city, creator.state, country].filter(Boolean).join(i18n.locale === 'ar' ? '، ' : ', ')
  const since = formatDate(new Date(creator.createdAt), i18n.locale, { month: 'long', year: 'numeric' })
  const subjects = useCategories().namesOf(categories)
  return (
    <Card className="grid gap-5">
      {bio ? (
        <p dir="auto" className="whitespace-pre-line text-ink">
          {bio}
        </p>
      ) : (
        <p className="text-muted">
          <Trans>No text yet.</Trans>
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {subjects.length > 0 && <Fact label={t`Categories`}>{list(subjects)}</Fact>}
        {languages.length > 0 && (
          <Fact label={t`Languages`}>{list(languages.map((code) => nameOfLanguage(code, i18n.locale)))}</Fact>
        )}
        {place && <Fact label={t`Place`}>{place}</Fact>}
        {OPTIONS.map((name) => {
          const word = wordFor(optionWords[name], creator[name] ?? '')
          return (
            word && (
              <Fact key={name} label={i18n._(optionLabels[name])}>
                {i18n._(word)}
              </Fact>
            )
          )
        })}
        <Fact label={t`On Vesper since`}>{since}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
