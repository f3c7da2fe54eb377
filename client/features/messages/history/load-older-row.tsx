import { Trans } from '@lingui/react/macro'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import type { OlderState } from './thread-pages.ts'

type Props = { state: OlderState; hasOlder: boolean; onRetry: () => void }

/** The state of the messages above the oldest one shown. */
export function LoadOlderRow({ state, hasOlder, onRetry }: Props) {
  if (!hasOlder) return null
  switch (state) {
    case 'idle':
      return null
    case 'loading':
      return (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner className="size-4" />
          <Trans>Loading older messages</Trans>
        </p>
      )
    case 'offline':
      return (
        <p className="px-6 text-center text-sm text-muted">
          <Trans>Older messages load when you are back online.</Trans>
        </p>
      )
    case 'failed':
      return (
        <p className="flex items-center gap-1 text-sm text-muted">
          <Trans>Older messages could not be loaded.</Trans>
          <button type="button" onClick={onRetry} className="min-h-target px-2 font-semibold text-accent-ink">
            <Trans>Try again</Trans>
          </button>
        </p>
      )
  }
}
