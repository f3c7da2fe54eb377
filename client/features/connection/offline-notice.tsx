import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { CloudOffGlyph } from '../../ui/glyphs.tsx'
import { $line } from './model.ts'
import type { Line } from '../../line.ts'

/** Says that there is no line, and what still works without one. */
export function OfflineNotice({ signedIn }: { signedIn: boolean }) {
  const line = useUnit($line)
  return (
    <div role="status">
      {line !== 'up' && (
        <p className="safe-x flex items-center justify-center gap-2.5 bg-warn-soft py-2 text-center text-sm text-warn-ink">
          <CloudOffGlyph className="size-4.5 shrink-0" />
          <Words line={line} signedIn={signedIn} />
        </p>
      )}
    </div>
  )
}

function Words({ line, signedIn }: { line: Exclude<Line, 'up'>; signedIn: boolean }) {
  if (line === 'offline') {
    return signedIn ? (
      <Trans>You are offline. You can still read and write; it is sent when the line is back.</Trans>
    ) : (
      <Trans>You are offline. Logging in needs a connection; what you type here is kept.</Trans>
    )
  }
  return signedIn ? (
    <Trans>
      Vesper cannot be reached right now. You can still read and write offline; it is sent when the line is back.
    </Trans>
  ) : (
    <Trans>
      Vesper cannot be reached right now. Logging in needs a connection; what you type offline here is kept.
    </Trans>
  )
}
