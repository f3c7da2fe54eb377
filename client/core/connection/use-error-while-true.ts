import { useEffect, useState } from 'react'
import { ConnectionError } from '../api/api.ts'
import { lineBack } from './model.ts'

/** `error`, or null once the connection that it missed is back; null for no error. */
export function useErrorWhileTrue(error: unknown): unknown {
  const [over, setOver] = useState<unknown>(null)
  useEffect(() => (error instanceof ConnectionError ? lineBack.watch(() => setOver(error)) : undefined), [error])
  return error === over ? null : error
}
