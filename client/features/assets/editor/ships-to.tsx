import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { countriesIn } from '../../../core/i18n/country-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { listFormat, regionNames } from '../../../ui/text/number-format.ts'

type Props = { countries: readonly string[]; isReadOnly: boolean; onChange: (countries: string[]) => void }

/** The countries to which a product is sent: all of them, or those that are chosen. */
export function ShipsTo({ countries, isReadOnly, onChange }: Props) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const names = countries.map((code) => regionNames(i18n.locale).of(code) ?? code)
  return (
    <div role="group" aria-label={t`Ships to`} className="grid content-start gap-1.5">
      <p className="text-sm font-semibold">
        <Trans>Ships to</Trans>
      </p>
      <p className="text-sm text-muted">
        {names.length === 0 ? (
          <Trans>All countries</Trans>
        ) : names.length <= SHOWN ? (
          listFormat(i18n.locale).format(names)
        ) : (
          <Plural value={names.length} one="# country" other="# countries" />
        )}
      </p>
      <Button kind="secondary" className="justify-self-start" disabled={isReadOnly} onClick={() => setOpen(true)}>
        <Trans>Choose countries</Trans>
      </Button>
      {isOpen && <ChooseCountries chosen={countries} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** So many are named. */
const SHOWN = 5

type ChooseProps = { chosen: readonly string[]; onChange: (countries: string[]) => void; onClose: () => void }

function ChooseCountries({ chosen, onChange, onClose }: ChooseProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const all = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const asked = typed.trim().toLocaleLowerCase(i18n.locale)
  const found = all.filter(({ name }) => name.toLocaleLowerCase(i18n.locale).includes(asked))
  const set = (code: string, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== code)
    onChange(isChosen ? [...others, code] : others)
  }
  return (
    <Dialog
      title={t`Ships to`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <Button kind="secondary" disabled={chosen.length === 0} onClick={() => onChange([])}>
            <Trans>All countries</Trans>
          </Button>
        </>
      }
    >
      <TextField
        type="search"
        label={t`Find a country`}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul role="list" aria-label={t`Countries`} className="grid max-h-72 overflow-y-auto">
        {found.map(({ code, name }) => (
          <li key={code}>
            <Checkbox
              label={name}
              checked={chosen.includes(code)}
              onChange={(event) => set(code, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
