import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $language, languageChosen } from './features/preferences/model.ts'
import { languages } from './features/preferences/languages.ts'
import type { Language } from './features/preferences/languages.ts'
import { showLanguage } from './i18n.ts'

/** Changes the language at once; each is written in itself. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t } = useLingui()
  const [language, chosen] = useUnit([$language, languageChosen])
  return (
    <select
      aria-label={t`Language`}
      value={language}
      onChange={async (event) => chosen(await showLanguage(event.target.value as Language))}
      className={
        className ?? 'min-h-target rounded-control bg-transparent px-3 text-sm font-medium text-muted hover:text-ink'
      }
    >
      {Object.entries(languages).map(([code, { name }]) => (
        <option key={code} value={code} lang={code} className="bg-surface text-ink">
          {name}
        </option>
      ))}
    </select>
  )
}
