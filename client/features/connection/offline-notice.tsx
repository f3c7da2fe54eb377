import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { CloudOffGlyph } from '../../ui/glyphs.tsx'
import { $offline } from './model.ts'

/** Says that there is no line, and what still works without one. */
export function OfflineNotice({ signedIn }: { signedIn: boolean }) {
  const offline = useUnit($offline)
  return (
    <div role="status">
      {offline && (
        <p className="safe-x flex items-center justify-center gap-2.5 bg-warn-soft py-2 text-center text-sm text-warn-ink">
          <CloudOffGlyph className="size-4.5 shrink-0" />
          {signedIn ? (
            <Trans>You are offline. You can still read and write; it is sent when the line is back.</Trans>
          ) : (
            <Trans>You are offline. Logging in needs a connection; what you type here is kept.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
