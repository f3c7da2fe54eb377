import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { CloudOffGlyph } from '../../ui/icons.tsx'
import { $isPartial, $line } from '../../core/connection/model.ts'

/** Says that there is no line, and what still works without one. */
export function OfflineNotice({ signedIn }: { signedIn: boolean }) {
  const [line, isPartial] = useUnit([$line, $isPartial])
  return (
    <div role="status">
      {line !== 'up' && (
        <p className="safe-x flex items-center justify-center gap-2.5 bg-warn-soft py-2 text-center text-sm text-warn-ink">
          <CloudOffGlyph className="size-4.5 shrink-0" />
          <span>
            {line === 'offline' ? (
              <Trans>You are offline.</Trans>
            ) : (
              <Trans>Offline: Vesper cannot be reached right now.</Trans>
            )}{' '}
            {signedIn ? (
              <Trans>You can still read and write; it is sent when the line is back.</Trans>
            ) : (
              <Trans>Logging in needs a connection; what you type here is kept.</Trans>
            )}{' '}
            {isPartial && <Trans>This device does not have everything yet: lists may be incomplete.</Trans>}
          </span>
        </p>
      )}
    </div>
  )
}
