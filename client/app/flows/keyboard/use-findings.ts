import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { findOnDevice } from './find-on-device.ts'
import { findOnServer } from './find-on-server.ts'
import type { Finding } from './finding.ts'

const PAUSE_MS = 250

/** `off` without a connection, `failed` where the server does not answer. */
type ServerState = 'off' | 'busy' | 'failed' | 'done'

type Findings = { device: Finding[]; server: Finding[]; state: ServerState }

/** `account`: whom it was found for, null for a visitor. */
type Answer = { q: string; account: string | null; found: Finding[] | null }

/**
 * The things on this device with these words, at once, and those of the server that the device does not have. The account that signs
 * in next sees nothing of the one before.
 */
export function useFindings(q: string): Findings {
  const [isOffline, user] = useUnit([$offline, $user])
  const account = user?._id ?? null
  const [onDevice, setOnDevice] = useState<Answer | null>(null)
  const [onServer, setOnServer] = useState<Answer | null>(null)
  useEffect(() => {
    let isCurrent = true
    const tell = (found: Finding[]) => isCurrent && setOnDevice({ q, account, found })
    findOnDevice(q).then(tell, () => tell([]))
    return () => {
      isCurrent = false
    }
  }, [q, account])
  useEffect(() => {
    if (isOffline || q === '') return
    const controller = new AbortController()
    const tell = (found: Finding[] | null) => !controller.signal.aborted && setOnServer({ q, account, found })
    const timer = setTimeout(() => void findOnServer(q, controller.signal).then(tell, () => tell(null)), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, account, isOffline])
  // While somebody types, what the device has for the words before stays.
  const device = (onDevice?.account === account && onDevice.found) || []
  const answer = onServer?.q === q && onServer.account === account ? onServer : null
  const held = new Set(device.map(({ path }) => path))
  return {
    device,
    server: (answer?.found ?? []).filter(({ path }) => !held.has(path)),
    state: isOffline ? 'off' : answer === null ? 'busy' : answer.found === null ? 'failed' : 'done',
  }
}
