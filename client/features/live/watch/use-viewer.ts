import { useCallback, useEffect, useRef, useState } from 'react'
import { useOnReconnect } from '../../../core/connection/use-on-reconnect.ts'
import { dataBudget } from '../../../core/data-budget/data-budget.ts'
import { useBudgetSpent } from '../../../core/data-budget/use-data-budget.ts'
import { readReducedData } from '../../../core/preferences/reduced-data.ts'
import { openViewer } from '../rtc/open-viewer.ts'
import { ViewerSession } from './viewer-session.ts'
import type { ViewerState } from './viewer-session.ts'

type Watched = { streamId: string; rtc: string; isLive: boolean }

const idle: ViewerState = { phase: 'connecting', media: null, isSoundOnly: false, isForced: false, refusal: null }

/** Keeps the page connected with the picture and the sound of a stream; null keeps it apart. */
export function useViewer(watched: Watched | null) {
  const [state, setState] = useState(idle)
  const session = useRef<ViewerSession | null>(null)
  const { streamId = null, rtc = null, isLive = false } = watched ?? {}
  useEffect(() => {
    if (streamId === null || rtc === null) return
    const isSoundOnly = wantsLittleData() || dataBudget.state().isSpent
    const made = new ViewerSession({
      open: (onState) => openViewer({ rtc, streamId }, onState),
      onChange: setState,
      isSoundOnly,
      onBytes: (bytes) => dataBudget.count(bytes),
    })
    setState({ ...idle, isSoundOnly })
    session.current = made
    return () => {
      session.current = null
      made.stop()
    }
  }, [streamId, rtc])
  useEffect(() => session.current?.setLive(isLive), [isLive, streamId])
  const isSpent = useBudgetSpent()
  // Once, at the end of the budget: whoever wants the picture all the same asks for it.
  useEffect(() => {
    if (isSpent) session.current?.setSoundOnly(true)
  }, [isSpent])
  const retry = useCallback(() => session.current?.retry(), [])
  useOnReconnect(watched !== null, retry)
  return {
    state: watched ? state : idle,
    setSoundOnly: (isSoundOnly: boolean) => session.current?.setSoundOnly(isSoundOnly),
    retry,
  }
}

/** The choice of this device, or of the browser for all sites. */
function wantsLittleData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return readReducedData() || connection?.saveData === true
}
