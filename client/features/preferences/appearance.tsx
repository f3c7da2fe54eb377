import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Moon, Sun, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import { $themeChoice, themeChosen } from '../../core/preferences/model.ts'
import type { ThemeChoice } from '../../core/preferences/theme.ts'
import { cx } from '../../ui/cx.ts'

/** The theme, as three large choices. */
export function Appearance() {
  const { t } = useLingui()
  const [choice, choose] = useUnit([$themeChoice, themeChosen])
  const options: { value: ThemeChoice; label: string; icon: ReactNode }[] = [
    { value: 'dark', label: t`Dark`, icon: <Moon /> },
    { value: 'light', label: t`Light`, icon: <Sun /> },
    { value: 'system', label: t`Like the device`, icon: <SunMoon /> },
  ]
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium text-muted">
        <Trans>Theme</Trans>
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {options.map(({ value, label, icon }) => (
          <label
            key={value}
            className={cx(
              'grid min-h-24 justify-items-center content-center gap-2 rounded-card border p-3 text-center text-sm font-medium transition-colors duration-150 [&_svg]:size-6',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              choice === value
                ? 'border-accent-ink bg-accent-soft text-ink'
                : 'border-control text-muted hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={choice === value}
              onChange={() => choose(value)}
              className="sr-only"
            />
            {icon}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
