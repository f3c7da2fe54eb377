import { Trans, useLingui } from '@lingui/react/macro'
import type { PerformerFields } from '@vesper/sync/vesper/api/performer-fields.ts'
import { PerformerFields as Fields, PLACE_MAX } from '@vesper/sync/vesper/api/performer-fields.ts'
import { CATEGORIES_MAX, CREATOR_OPTIONS, LANGUAGES_MAX } from '@vesper/sync/vesper/records/creator-details.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { languagesIn, nameOfLanguage } from '../../core/i18n/language-names.ts'
import { optionLabels, optionWords } from '../../entities/creators/option-words.ts'
import { useCategories } from '../../entities/creators/use-categories.ts'
import { wordFor } from '../../entities/creators/word-for.ts'
import { PhoneField } from '../../entities/places/phone-field.tsx'
import { CityField, CountryField, StateField } from '../../entities/places/place-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { useFieldErrors } from '../../ui/form/use-field-errors.ts'
import { editedFields, pageValues } from './page-values.ts'
import type { PageValues } from './page-values.ts'

const OPTIONS = Object.keys(CREATOR_OPTIONS) as (keyof typeof CREATOR_OPTIONS)[]

export type PageEdit = { changes: PerformerFields; base: PageValues }

type Props = {
  creator: Creator
  phone: string | null
  /** Keeps the fields that were edited; resolves when they are safe on the device. */
  onSave: (edit: PageEdit) => Promise<void>
}

/** The fields of a creator's page beside name, username and text, which the profile has. */
export function PageForm({ creator, phone, onSave }: Props) {
  const { t } = useLingui()
  const shown = pageValues(creator, phone)
  const [typed, setTyped] = useState<Partial<PageValues>>({})
  const { form, errors, tell, clear } = useFieldErrors<keyof PageValues>()
  const [failure, setFailure] = useState<string | null>(null)
  const values: PageValues = { ...shown, ...typed }
  const set = (change: Partial<PageValues>) => {
    setTyped((before) => ({ ...before, ...change }))
    clear(...(Object.keys(change) as (keyof PageValues)[]))
  }
  const text = (name: 'state' | 'city' | 'phone') => ({
    value: values[name] ?? '',
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name] && translated(errors[name]),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const edited = editedFields(values, shown)
    const checked = v.safeParse(Fields, edited)
    tell(checked.success ? {} : errorsOf(checked.issues))
    if (!checked.success || Object.keys(edited).length === 0) return
    try {
      await onSave({ changes: checked.output, base: shown })
      setTyped({})
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField
          code={values.country}
          value={values.country ?? ''}
          // Another country has other states and cities.
          onChange={(event) => set({ country: event.target.value, state: null, city: null })}
        />
        <StateField country={values.country} maxLength={PLACE_MAX} {...text('state')} />
        <CityField country={values.country} state={values.state ?? ''} maxLength={PLACE_MAX} {...text('city')} />
        <PhoneField country={values.country} hint={t`Nobody else sees this.`} {...text('phone')} />
      </div>
      <Categories chosen={values.categories} onChange={(categories) => set({ categories })} />
      <Languages chosen={values.languages} onChange={(languages) => set({ languages })} />
      <Options values={values} onChange={set} />
      <FormAlert text={failure} />
      <Button type="submit" className="justify-self-start">
        <Trans>Save changes</Trans>
      </Button>
    </form>
  )
}

type Chosen = { chosen: readonly string[]; onChange: (codes: string[]) => void }

function Categories({ chosen, onChange }: Chosen) {
  const categories = useCategories()
  const now = [...new Set(chosen.map(categories.now))]
  const toggle = (code: string, isOn: boolean) => onChange(isOn ? [...now, code] : now.filter((each) => each !== code))
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">
        <Trans>Categories</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>Choose at most 5.</Trans>
      </p>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {categories.offeredWith(now).map(({ code, name }) => {
          const isOn = now.includes(code)
          return (
            <Checkbox
              key={code}
              label={name}
              checked={isOn}
              disabled={!isOn && now.length >= CATEGORIES_MAX}
              onChange={(event) => toggle(code, event.target.checked)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

type OptionsProps = { values: PageValues; onChange: (change: Partial<PageValues>) => void }

function Options({ values, onChange }: OptionsProps) {
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {OPTIONS.map((name) => (
        <SelectField
          key={name}
          label={i18n._(optionLabels[name])}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.target.value || null })}
        >
          <option value="">{t`Not told`}</option>
          {CREATOR_OPTIONS[name].map((code) => {
            const word = wordFor(optionWords[name], code)
            return (
              <option key={code} value={code}>
                {word ? i18n._(word) : code}
              </option>
            )
          })}
        </SelectField>
      ))}
    </div>
  )
}

function Languages({ chosen, onChange }: Chosen) {
  const { t, i18n } = useLingui()
  const left = languagesIn(i18n.locale).filter(({ code }) => !chosen.includes(code))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">
        <Trans>Languages</Trans>
      </legend>
      {chosen.length > 0 && (
        <ul role="list" className="flex flex-wrap gap-2">
          {chosen.map((code) => {
            const name = nameOfLanguage(code, i18n.locale)
            return (
              <li key={code} className="flex items-center rounded-full bg-raised ps-4">
                {name}
                <button
                  type="button"
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(chosen.filter((each) => each !== code))}
                  className="grid size-target place-items-center rounded-full text-muted"
                >
                  <X className="size-4.5" aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <SelectField
        label={t`Add a language`}
        value=""
        disabled={chosen.length >= LANGUAGES_MAX}
        onChange={(event) => onChange([...chosen, event.target.value])}
      >
        <option value="">{t`Choose a language`}</option>
        {left.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}

function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]))
}
