import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Whole seconds until a moment (milliseconds since 1970), counting down by itself; 0 once it is past, and for null. */
export function useSecondsLeft(at: number | null): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    const look = () => {
      setLeft(secondsUntil(at))
      if (secondsUntil(at) === 0) clearInterval(timer)
    }
    const timer = setInterval(look, TICK_MS)
    look()
    return () => clearInterval(timer)
  }, [at])
  return left
}

function secondsUntil(at: number | null): number {
  return at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}
