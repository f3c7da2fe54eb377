import { Trans, useLingui } from '@lingui/react/macro'
import { CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'
import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { countriesIn } from '../../core/i18n/country-names.ts'
import { languagesIn } from '../../core/i18n/language-names.ts'
import { optionLabels, optionWords } from '../../entities/creators/option-words.ts'
import { useCategories } from '../../entities/creators/use-categories.ts'
import { wordFor } from '../../entities/creators/word-for.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { collator } from '../../ui/text/number-format.ts'
import { filtersOf, OPTIONS } from './explore-search.ts'
import type { ExploreSearch } from './explore-search.ts'

type Props = {
  search: ExploreSearch
  onApply: (filters: ExploreSearch) => void
  onClose: () => void
}

/** Narrows the creators of Explore. Nothing changes before the results are asked for. */
export function FilterDialog({ search, onApply, onClose }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [chosen, setChosen] = useState<ExploreSearch>(() => ({ ...search, q: undefined, current: undefined }))
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const languages = useMemo(() => languagesIn(i18n.locale), [i18n.locale])
  const { compare } = useMemo(() => collator(i18n.locale), [i18n.locale])
  const categories = useCategories()
  const choose = (name: keyof ExploreSearch) => (value: string) =>
    setChosen((filters) => ({ ...filters, [name]: value || undefined }))
  const hasOptions = OPTIONS.some((name) => chosen[name] !== undefined)
  return (
    <Dialog
      title={t`Filter`}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id}>
            <Trans>Show results</Trans>
          </Button>
          <Button kind="secondary" disabled={Object.keys(filtersOf(chosen)).length === 0} onClick={() => onApply({})}>
            <Trans>Clear filters</Trans>
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onApply(chosen)
        }}
      >
        <Choice
          label={t`Category`}
          value={chosen.category && categories.now(chosen.category)}
          onChoose={choose('category')}
        >
          {(categories.isOrdered
            ? categories.offered
            : categories.offered.toSorted((a, b) => compare(a.name, b.name))
          ).map(optionOf)}
        </Choice>
        <Choice label={t`Country`} value={chosen.country} onChoose={choose('country')}>
          {countries.map(optionOf)}
        </Choice>
        <Choice label={t`Language`} value={chosen.language} onChoose={choose('language')}>
          {languages.map(optionOf)}
        </Choice>
        <div>
          <Checkbox
            label={<Trans>Free only</Trans>}
            checked={chosen.free ?? false}
            onChange={(event) => setChosen({ ...chosen, free: event.target.checked || undefined })}
          />
          <p className="ps-9 text-sm text-faint">
            <Trans>Creators with posts that are open to everybody.</Trans>
          </p>
        </div>
        <details open={hasOptions} className="group">
          <summary className="min-h-target content-center font-semibold text-accent-ink">
            <Trans>More filters</Trans>
          </summary>
          <div className="grid gap-4 pt-2 sm:grid-cols-2">
            {OPTIONS.map((name) => (
              <Choice key={name} label={i18n._(optionLabels[name])} value={chosen[name]} onChoose={choose(name)}>
                {CREATOR_OPTIONS[name].map((code) => {
                  const word = wordFor(optionWords[name], code)
                  return optionOf({ code, name: word ? i18n._(word) : code })
                })}
              </Choice>
            ))}
          </div>
        </details>
      </form>
    </Dialog>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  onChoose: (value: string) => void
  children: ReactNode
}

function Choice({ label, value = '', onChoose, children }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <SelectField label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t`All`}</option>
      {children}
    </SelectField>
  )
}

function optionOf({ code, name }: { code: string; name: string }) {
  return (
    <option key={code} value={code}>
      {name}
    </option>
  )
}
