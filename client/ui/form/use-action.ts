import { useRef, useState } from 'react'

type Action<Args extends unknown[]> = {
  run: (...args: Args) => Promise<void>
  busy: boolean
  /** The error of the last run; null after a success and while a new run is under way. */
  error: unknown
}

/** Runs something that takes a while, once at a time. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>): Action<Args> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  async function run(...args: Args): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await work(...args)
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, error }
}
