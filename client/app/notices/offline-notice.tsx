import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $isPartial, $offline } from '../../core/connection/model.ts'
import { CloudOffGlyph } from '../../ui/icons/icons.tsx'

/** One line that says that there is no connection, and what that means here. */
export function OfflineNotice({ signedIn }: { signedIn: boolean }) {
  const [isOffline, isPartial] = useUnit([$offline, $isPartial])
  return (
    <div role="status">
      {isOffline && (
        <p className="safe-x flex items-center justify-center gap-1.5 bg-warn-soft py-1.5 text-center text-xs text-warn-ink sm:text-sm">
          <CloudOffGlyph className="size-4 shrink-0" />
          <span>{meaning()}</span>
        </p>
      )}
    </div>
  )

  function meaning(): ReactNode {
    if (!signedIn) return <Trans>Offline. You need a connection to log in or sign up.</Trans>
    if (isPartial) return <Trans>Offline. Lists may be incomplete on this device.</Trans>
    return <Trans>Offline. Changes are sent when you're back online.</Trans>
  }
}
