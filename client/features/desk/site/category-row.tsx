import { Trans, useLingui } from '@lingui/react/macro'
import { CATEGORY_LABEL_MAX } from '@vesper/sync/vesper/api/categories.ts'
import type { PublicCategory } from '@vesper/sync/vesper/api/public-category.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { languages } from '../../../core/preferences/languages.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'

type Props = {
  category: PublicCategory
  /** The built-in word. */
  name: string
  targets: readonly { code: string; name: string }[]
  /** Others are merged into it. */
  isTarget: boolean
  onChange: (change: Partial<PublicCategory>) => void
  /** Null where it stands at that end. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

/** The names of a category in each language, its place, and if it is hidden or merged into another one. */
export function CategoryRow({ category, name, targets, isTarget, onChange, onUp, onDown }: Props) {
  const { t } = useLingui()
  const { code, isHidden, mergedInto } = category
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 font-bold">{name}</h2>
        <IconButton label={t`Move ${name} up`} disabled={onUp === null} onClick={() => onUp?.()}>
          <ArrowUp className="size-5" aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Move ${name} down`} disabled={onDown === null} onClick={() => onDown?.()}>
          <ArrowDown className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {(['en', 'ar'] as const).map((locale) => {
          const language = languages[locale].name
          return (
            <TextField
              key={locale}
              label={t`${name} in ${language}`}
              hint={t`Empty for the built-in word.`}
              lang={locale}
              dir="auto"
              maxLength={CATEGORY_LABEL_MAX}
              value={category[locale] ?? ''}
              onChange={(event) => onChange({ [locale]: event.currentTarget.value || null })}
            />
          )
        })}
        <SelectField
          label={t`Merge ${name} into`}
          hint={isTarget ? t`Others are merged into it.` : t`Its creators are found under the other category.`}
          disabled={isTarget}
          value={mergedInto ?? ''}
          onChange={(event) => onChange({ mergedInto: event.currentTarget.value || null })}
        >
          <option value="">{t`Not merged`}</option>
          {targets
            .filter((target) => target.code !== code)
            .map((target) => (
              <option key={target.code} value={target.code}>
                {target.name}
              </option>
            ))}
        </SelectField>
        <Checkbox
          label={<Trans>Hide {name} from choices</Trans>}
          checked={isHidden}
          onChange={(event) => onChange({ isHidden: event.currentTarget.checked })}
        />
      </div>
    </li>
  )
}
