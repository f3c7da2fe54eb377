import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { findOnDevice } from './find-on-device.ts'
import { findOnServer } from './find-on-server.ts'
import type { Finding } from './finding.ts'

const PAUSE_MS = 250

/** `off` without a connection, `failed` where the server does not answer. */
type ServerState = 'off' | 'busy' | 'failed' | 'done'

type Findings = { device: Finding[]; server: Finding[]; state: ServerState }

/** The things on this device with these words, at once, and those of the server that the device does not have. */
export function useFindings(q: string): Findings {
  const isOffline = useUnit($offline)
  const [device, setDevice] = useState<Finding[]>([])
  const [server, setServer] = useState<{ q: string; found: Finding[] | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    findOnDevice(q).then(
      (found) => isCurrent && setDevice(found),
      () => isCurrent && setDevice([]),
    )
    return () => {
      isCurrent = false
    }
  }, [q])
  useEffect(() => {
    if (isOffline || q === '') return
    const controller = new AbortController()
    const tell = (found: Finding[] | null) => !controller.signal.aborted && setServer({ q, found })
    const timer = setTimeout(() => void findOnServer(q, controller.signal).then(tell, () => tell(null)), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, isOffline])
  const answer = server?.q === q ? server : null
  const held = new Set(device.map(({ path }) => path))
  return {
    device,
    server: (answer?.found ?? []).filter(({ path }) => !held.has(path)),
    state: isOffline ? 'off' : answer === null ? 'busy' : answer.found === null ? 'failed' : 'done',
  }
}
