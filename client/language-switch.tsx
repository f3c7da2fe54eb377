import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { languageChosen } from './features/preferences/model.ts'
import { languages } from './features/preferences/languages.ts'
import type { Language } from './features/preferences/languages.ts'
import { showLanguage } from './i18n.ts'

/** Changes the language at once; each is written in itself. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t, i18n } = useLingui()
  const choose = useUnit(languageChosen)
  return (
    <select
      aria-label={t`Language`}
      value={i18n.locale}
      onChange={(event) => {
        const language = event.target.value as Language
        choose(language)
        void showLanguage(language)
      }}
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
