import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { readReducedData } from '../../core/preferences/reduced-data.ts'
import { keepLiveSet } from './use-live-name.ts'
import { useLiveNow } from './use-live-now.ts'

/** Streams begin and end: the list is read again after so long (milliseconds), while the page is on screen. */
const AGAIN_MS = 30_000
/** The same where the user wants less data. */
const SELDOM_MS = 120_000

/** Keeps the list of streams fresh for all pages and all portraits, with one question at a time. Shows nothing. */
export function LiveWatch() {
  const isOffline = useUnit($offline)
  const { streams, reload } = useLiveNow()
  useEffect(() => {
    if (isOffline) return
    const again = () => void (document.visibilityState === 'visible' && reload())
    const timer = setInterval(again, readReducedData() ? SELDOM_MS : AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOffline, reload])
  useEffect(() => {
    keepLiveSet(isOffline ? [] : (streams ?? []))
  }, [isOffline, streams])
  useEffect(() => () => keepLiveSet([]), [])
  return null
}
