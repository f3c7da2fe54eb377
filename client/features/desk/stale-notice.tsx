import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Notice } from '../../ui/form/notice.tsx'
import type { Stale } from './use-stale.ts'

/** Tells above a list why the last decision was refused. The row of its button may be gone by then. */
export function StaleNotice({ refusal }: Pick<Stale, 'refusal'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== null) box.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return (
    <div ref={box} role="alert" className="empty:absolute">
      {refusal !== null && (
        <Notice tone="danger">
          {errorMessage(refusal)} <Trans>It was loaded again.</Trans>
        </Notice>
      )}
    </div>
  )
}
