import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing } from '../../crypto/key-ring.ts'
import { createLog } from '../../http/log.ts'
import { EmbeddedEngine } from '../embedded/embedded-engine.ts'
import type { EmbeddedOptions } from '../embedded/embedded-engine.ts'
import type { RtcRole } from '../stream-engine.ts'
import type { RtcConnect } from './rtc-peer.ts'

/** An engine on free ports of 127.0.0.1, and the lines of its log. */
export function openTestEngine(given: Partial<EmbeddedOptions> = {}) {
  const lines: string[] = []
  const engine = new EmbeddedEngine({
    secret: createKeyRing('session', [new Uint8Array(32)]),
    clock: () => new Date(),
    log: createLog('debug', (line) => void lines.push(line)),
    dataDir: mkdtempSync(join(tmpdir(), 'vesper-rtc-')),
    keepFreeBytes: 0,
    network: { listenOn: '127.0.0.1', told: ['127.0.0.1'], ports: null },
    iceServers: [],
    ...given,
  })
  /** Connects as an account, whose only session has its name. */
  function as(room: string, role: RtcRole, userId: string): RtcConnect {
    return (sdp) => engine.connect({ room, role, userId, sessionId: userId }, sdp)
  }
  return { engine, lines, as }
}
