import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../../core/api/error-message.ts'
import { useOnReconnect } from '../../../../core/connection/use-on-reconnect.ts'
import { whileUnsavedWork } from '../../../../core/page/unsaved-work.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Progress } from '../../../../ui/controls/progress.tsx'
import { Notice } from '../../../../ui/form/notice.tsx'

type Filling = { share: number | null; error: unknown }

/** Fills the gaps of recordings with what was saved on this device, and says so. Nothing is shown where there is nothing to send. */
export function FillGapNotice({ account, onFilled }: { account: string; onFilled: () => void }) {
  const { t } = useLingui()
  const [{ share, error }, setFilling] = useState<Filling>({ share: null, error: null })
  const [tries, setTries] = useState(0)
  const again = useCallback(() => setTries((before) => before + 1), [])
  useOnReconnect(error !== null, again)
  const latest = useRef(onFilled)
  useEffect(() => {
    latest.current = onFilled
  })
  useEffect(() => {
    let isGone = false
    const tell = (filling: Filling) => {
      if (!isGone) setFilling(filling)
    }
    tell({ share: null, error: null })
    fillAll(account, (sent) => tell({ share: sent, error: null })).then(
      (isFilled) => {
        tell({ share: null, error: null })
        if (isFilled && !isGone) latest.current()
      },
      (fault: unknown) => tell({ share: null, error: fault }),
    )
    return () => {
      isGone = true
    }
  }, [account, tries])
  if (error !== null) {
    return (
      <Notice tone="warning" role="alert">
        <p>
          <Trans>Part of your stream was saved on this device, and could not be sent yet.</Trans> {errorMessage(error)}
        </p>
        <Button kind="secondary" className="mt-2" onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    )
  }
  if (share === null) return null
  return (
    <Notice role="status">
      <p>
        <Trans>Part of your stream was saved on this device. Filling the gap…</Trans>
      </p>
      <Progress label={t`Filling the gap`} value={share} />
    </Notice>
  )
}

/** One page at a time, in all tabs. Answers if anything was done. */
async function fillAll(account: string, onProgress: (share: number) => void): Promise<boolean> {
  const [{ fillGaps, recordedStreams }, { openSliceStore }] = await Promise.all([
    import('./fill-gaps.ts'),
    import('./slice-store.ts'),
  ])
  return navigator.locks.request(`fill-gaps:${account}`, async () => {
    const store = openSliceStore(account)
    let isFilled = false
    for (const streamId of await recordedStreams(store)) {
      const filling = fillGaps(store, streamId, onProgress)
      if (await whileUnsavedWork(filling)) isFilled = true
    }
    store.close()
    return isFilled
  })
}
