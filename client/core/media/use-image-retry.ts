import { useEffect, useState } from 'react'
import { lineBack } from '../connection/model.ts'

/** How long after each failure in a row a picture is asked for again, in milliseconds; what waits longer waits for the line. */
const AGAIN_MS = [5_000, 15_000, 45_000]

const none = { src: '', times: 0, isMissing: false }

/**
 * `isMissing` while the picture at `src` cannot be loaded; call `onMissing` when it fails. It is tried again now and
 * then, when the line or the page is back, and never behind a page that nobody sees. An `img` that is lazy waits for
 * the view.
 */
export function useImageRetry(src: string | null): readonly [isMissing: boolean, onMissing: () => void] {
  const [failed, setFailed] = useState(none)
  const isMissing = failed.isMissing && failed.src === src
  const wait = AGAIN_MS[failed.times - 1]
  useEffect(() => {
    if (!isMissing) return
    const again = () => {
      if (document.visibilityState === 'visible') setFailed((now) => ({ ...now, isMissing: false }))
    }
    const timer = wait && setTimeout(again, wait)
    const forget = lineBack.watch(() => setFailed(none))
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      forget()
      document.removeEventListener('visibilitychange', again)
    }
  }, [isMissing, wait])
  const onMissing = () =>
    setFailed((now) => ({ src: src ?? '', times: now.src === src ? now.times + 1 : 1, isMissing: true }))
  return [isMissing, onMissing]
}
