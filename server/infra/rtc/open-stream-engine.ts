import { networkInterfaces } from 'node:os'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import type { RtcNetwork } from './embedded/thread-calls.ts'
import type { RtcToken, StreamEngine } from './stream-engine.ts'

/** Clients try each address that they are told: those of virtual networks lead nowhere. */
const TOLD_MAX = 2

/** The media engine that the configuration names. Nothing runs until its first room opens. */
export async function openStreamEngine({
  config,
  ...parts
}: Pick<App, 'config' | 'log' | 'clock' | 'secret'>): Promise<StreamEngine> {
  const { livekit } = config.rtc
  if (livekit) {
    // Its SDK is large, and most sites have no LiveKit.
    const { LivekitEngine } = await import('./livekit/livekit-engine.ts')
    return new LivekitEngine({ ...parts, livekit })
  }
  const network = networkOf(config)
  const { dataDir, keepFreeBytes } = config
  return new EmbeddedEngine({ ...parts, dataDir, keepFreeBytes, network, iceServers: iceServersOf(config) })
}

/** A server of this machine alone is reached by its own browsers alone. */
function networkOf({ rtc, isExposed }: Pick<Config, 'rtc' | 'isExposed'>): RtcNetwork {
  const { ports, publicAddress } = rtc
  if (publicAddress !== null) return { listenOn: '0.0.0.0', told: [publicAddress], ports }
  const own = isExposed ? ownAddresses() : []
  return own.length === 0
    ? { listenOn: '127.0.0.1', told: ['127.0.0.1'], ports }
    : { listenOn: '0.0.0.0', told: own, ports }
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outward = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return outward.slice(0, TOLD_MAX).map(({ address }) => address)
}

function iceServersOf({ rtc: { turn } }: Pick<Config, 'rtc'>): RtcToken['iceServers'] {
  if (!turn) return []
  const { urls, username, credential } = turn
  return [{ urls: [...urls], ...(username !== null && credential !== null && { username, credential }) }]
}
