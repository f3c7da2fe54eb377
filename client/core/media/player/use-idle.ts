import { useCallback, useEffect, useState } from 'react'

/** Milliseconds after the last touch. */
const IDLE_MS = 2_500

/** Tells if nobody has touched the player for a while; `wake` is called for each touch. Never idle while `isOn` is false. */
export function useIdle(isOn: boolean): { isIdle: boolean; wake: () => void } {
  const [touches, setTouches] = useState(0)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIdle(true), IDLE_MS)
    return () => clearTimeout(timer)
  }, [isOn, touches])
  const wake = useCallback(() => {
    setIdle(false)
    setTouches((now) => now + 1)
  }, [])
  return { isIdle: isOn && isIdle, wake }
}
