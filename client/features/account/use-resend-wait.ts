import { useEffect, useState } from 'react'
import { accountKey, readStoredValue, store } from '../../core/storage/stored-values.ts'

/** So long (milliseconds) a link is on its way before another one is asked for. */
const WAIT_MS = 60_000

/** Seconds until another link may be sent, which a reload does not shorten; 0 for now. `begin` starts the wait. */
export function useResendWait(account: string): { seconds: number; begin: () => void } {
  const key = accountKey('link-sent', account)
  const [until, setUntil] = useState(() => Number(readStoredValue(key) ?? 0) + WAIT_MS)
  const [now, setNow] = useState(Date.now)
  const left = until - now
  // A clock that was set back would make it hours.
  const seconds = left > 0 && left <= WAIT_MS ? Math.ceil(left / 1_000) : 0
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const begin = () => {
    const sentAt = Date.now()
    store(key, String(sentAt))
    setNow(sentAt)
    setUntil(sentAt + WAIT_MS)
  }
  return { seconds, begin }
}
