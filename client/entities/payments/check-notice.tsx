import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Notice } from '../../ui/form/notice.tsx'

/** A check at the payment provider that has no answer yet: it is under way, or `error` tells why it failed. */
export function CheckNotice({
  error,
  onRetry,
  children,
}: {
  /** Undefined while the check goes on. */
  error: unknown
  onRetry: () => void
  children: ReactNode
}) {
  if (error === undefined) {
    return (
      <Notice role="status" className="flex items-center gap-3">
        <Spinner className="size-5" />
        {children}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" role="alert">
      <p>{errorMessage(error)}</p>
      <Button kind="secondary" className="mt-2" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
