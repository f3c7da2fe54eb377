import { Trans, useLingui } from '@lingui/react/macro'
import { nameOfLanguage } from '../../core/i18n/language-names.ts'
import { regionNames } from '../../ui/text/number-format.ts'

/** A country and a language by their names, anything else as it was typed. */
function inWords(field: string, value: string, locale: string): string {
  if (field === 'language') return nameOfLanguage(value, locale)
  return field === 'country' ? (regionNames(locale).of(value) ?? value) : value
}

/** The wanted profile, a line for each edited field. */
export function ProfileChanges({ changes }: { changes: Readonly<Record<string, string | null | undefined>> }) {
  const { t, i18n } = useLingui()
  const labels = new Map([
    ['name', t`Name`],
    ['username', t`Username`],
    ['bio', t`About you`],
    ['country', t`Country`],
    ['state', t`State`],
    ['city', t`City`],
    ['language', t`Language`],
    ['phone', t`Phone`],
  ])
  return Object.entries(changes).map(([field, given]) => {
    const label = labels.get(field) ?? field
    const value = given ? inWords(field, given, i18n.locale) : given
    return (
      <span key={field} className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
        {value ? (
          <Trans>
            {label}: “<bdi>{value}</bdi>”
          </Trans>
        ) : (
          <Trans>{label}: removed</Trans>
        )}
      </span>
    )
  })
}
