import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { areKeyShortcutsOn, turnKeyShortcuts } from '../../../core/preferences/key-shortcuts.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'

/** Turns shortcuts of single keys on and off, on this device. */
export function ShortcutsSwitch() {
  const [isOn, setOn] = useState(areKeyShortcutsOn)
  const turn = (next: boolean) => {
    turnKeyShortcuts(next)
    setOn(next)
  }
  return (
    <Checkbox
      label={<Trans>Shortcuts of single keys on this device</Trans>}
      checked={isOn}
      onChange={(event) => turn(event.target.checked)}
    />
  )
}
