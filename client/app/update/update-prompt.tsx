import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { UnsavedWorkNotice } from '../../core/page/unsaved-work-notice.tsx'
import { hasUnsavedWork } from '../../core/page/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { applyUpdate } from './apply-update.ts'
import { $update, updateAccepted, updatePutOff } from './model.ts'
import { reloadOnce } from './reload-once.ts'

/** Offers a new version. It takes no focus, covers no text box, and waits as long as it must. */
export function UpdatePrompt() {
  const [state, accepted, putOff] = useUnit([$update, updateAccepted, updatePutOff])
  // It is not let in for long, which other tabs or the browser hold up; it goes on to be asked for.
  const [isStuck, setStuck] = useState(false)
  const update = state === 'applying' && isStuck ? 'stuck' : state
  const shown = update !== 'none' && update !== 'later'
  function accept(): void {
    if (update === 'stuck') return reloadOnce()
    accepted()
    if (update === 'applied-elsewhere') reloadOnce()
    else void applyUpdate(() => setStuck(true))
  }
  return (
    <div className="pointer-events-none fixed inset-x-3 top-[calc(var(--safe-top)+0.75rem)] z-40 grid justify-items-center md:inset-x-auto md:end-6 md:top-auto md:bottom-6">
      {shown && (
        <div className="pointer-events-auto flex max-w-md animate-enter items-center gap-3 rounded-card border border-line bg-overlay p-3 ps-4 shadow-float">
          <Sparkles className="size-5 shrink-0 text-star" aria-hidden="true" />
          <p className="flex-1 text-sm">
            {update === 'applying' && hasUnsavedWork() ? (
              <UnsavedWorkNotice />
            ) : update === 'applied-elsewhere' ? (
              <Trans>A new version was loaded in another tab. Your text is kept.</Trans>
            ) : update === 'stuck' ? (
              <Trans>Close the other tabs of Vesper, or reload this page.</Trans>
            ) : (
              <Trans>A new version of Vesper is ready.</Trans>
            )}
          </p>
          {update === 'ready' && (
            <Button kind="quiet" className="px-3" onClick={putOff}>
              <Trans>Later</Trans>
            </Button>
          )}
          <Button className="px-4" busy={update === 'applying'} onClick={accept}>
            {update === 'stuck' ? <Trans>Reload</Trans> : <Trans>Update</Trans>}
          </Button>
        </div>
      )}
    </div>
  )
}
