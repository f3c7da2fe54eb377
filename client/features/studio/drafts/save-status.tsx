import { Trans } from '@lingui/react/macro'
import { CircleAlert, Clock3 } from 'lucide-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { StandingStatus } from '../standing-status.tsx'
import type { DraftStanding } from '../studio-items.ts'
import type { EditorState } from './draft-editor.ts'

/** Where what was typed is: not on the disk yet, on this device, on the server. */
export function SaveStatus({ state, standing }: { state: EditorState; standing: DraftStanding }) {
  if (state.problem !== null) {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-danger-ink">
        <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
        {errorMessage(state.problem)}
      </span>
    )
  }
  if (!state.isKept) {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-muted">
        <Clock3 className="size-4 shrink-0" aria-hidden="true" />
        <Trans>Writing…</Trans>
      </span>
    )
  }
  return state.draft ? <StandingStatus standing={standing} /> : null
}
