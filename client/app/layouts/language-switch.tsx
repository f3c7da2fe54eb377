import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useReducer } from 'react'
import { showLanguage, wantedLanguage } from '../../core/i18n/i18n.ts'
import { languages } from '../../core/preferences/languages.ts'
import type { Language } from '../../core/preferences/languages.ts'
import { languageChosen } from '../../core/preferences/model.ts'

/** Changes the language at once; each is written in itself. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t, i18n } = useLingui()
  const choose = useUnit(languageChosen)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const shown = i18n.locale as Language
  const isAwaiting = wantedLanguage() !== shown
  return (
    <select
      aria-label={t`Language`}
      // Choosing the shown language again gives up the awaited one.
      value={isAwaiting ? '' : shown}
      onChange={(event) => {
        const language = event.target.value as Language
        choose(language)
        void showLanguage(language)
        drawAgain()
      }}
      className={
        className ?? 'min-h-target rounded-control bg-transparent px-3 text-sm font-medium text-muted hover:text-ink'
      }
    >
      {isAwaiting && (
        <option value="" lang={shown} hidden>
          {languages[shown].name}
        </option>
      )}
      {Object.entries(languages).map(([code, { name }]) => (
        <option key={code} value={code} lang={code} className="bg-surface text-ink">
          {name}
        </option>
      ))}
    </select>
  )
}
