import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'

/** Long enough to take back a press by mistake. */
const PAUSE_S = 3

/** Ends the stream a moment after the press: until then it can be taken back. */
export function EndStream({ onEnd, viewers }: { onEnd: () => Promise<void>; viewers: number }) {
  const [left, setLeft] = useState<number | null>(null)
  const { run, busy, error } = useAction(onEnd)
  useEffect(() => {
    if (left === null || left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (left !== 0) return
    setLeft(null)
    void latest.current()
  }, [left])
  return (
    <>
      {left === null ? (
        <Button kind="danger" busy={busy} onClick={() => setLeft(PAUSE_S)}>
          <Trans>End stream</Trans>
        </Button>
      ) : (
        <>
          <Button kind="secondary" onClick={() => setLeft(null)}>
            <Trans>Stay live</Trans>
          </Button>
          <p role="status" className="self-center text-sm">
            <Plural value={left} one="Ends in # second." other="Ends in # seconds." />{' '}
            {viewers > 0 && <Plural value={viewers} one="# viewer is watching." other="# viewers are watching." />}
          </p>
        </>
      )}
      {error !== null && (
        <Notice tone="danger" role="alert" className="w-full">
          {errorMessage(error)}
        </Notice>
      )}
    </>
  )
}
