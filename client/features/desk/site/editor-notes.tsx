import { Trans } from '@lingui/react/macro'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Notice } from '../../../ui/form/notice.tsx'

/** Why typed words were not saved, or cannot be. `error`: null for none. */
export function EditorNotes({ error, isOffline }: { error: unknown; isOffline: boolean }) {
  return (
    <>
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>The desk needs a connection</Trans>
        </Notice>
      )}
    </>
  )
}
