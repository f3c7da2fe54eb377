import { setTimeout as delay } from 'node:timers/promises'
import { query } from '../query.ts'
import { startFleet } from './fleet.ts'
import type { StartNode } from './fleet.ts'
import { keysFor, makeWriters } from './writers.ts'
import { WritingDevice } from './writing-device.ts'
import type { Met } from './writing-device.ts'

const NODES = 3
/** So long devices get to send what is left, once nobody writes any more. */
const DRAIN_MS = 60_000
const TOO_LATE = new Error('The trial took too long.')

export type Trial = {
  databaseUrl: string
  devices: number
  /** Between two texts of one device, on average. */
  everyMs: number
  signal?: 'SIGTERM' | 'SIGKILL'
  /** Each server is replaced by one of this release; the next one, unless told. */
  release?: 'same' | 'next'
  forgetsIds?: boolean
  /** The whole trial ends after so long, whatever has happened. */
  limitMs: number
  start?: StartNode
  /** The environment of the servers, beside the one that the trial gives them. */
  env?: Record<string, string>
}

export type TrialResult = Met & {
  kept: number
  /** Texts that were kept and are not in the database, those that are there twice, and those that were rejected. */
  lost: number
  doubled: number
  rejected: number
  /** Devices without a socket in the end. */
  unconnected: number
}

/**
 * A rolling upgrade under writing devices: each of three servers is ended and replaced by one of the next release, in turn. After
 * each, a third of the devices load the next app, which older servers ask to wait.
 */
export async function tryRollingUpgrade(trial: Trial): Promise<TrialResult> {
  const { devices: count, everyMs, signal = 'SIGTERM', release = 'next', forgetsIds = false } = trial
  const keys = keysFor(trial.databaseUrl)
  const writers = await makeWriters(count, keys)
  const env = { ...keys, ...trial.env }
  const fleet = await startFleet(NODES, { env, ...(trial.start && { start: trial.start }) })
  const met: Met = { calls: 0, failed: [], askedToWait: 0, askedToReload: 0, socketGaps: [] }
  const devices = writers.map((writer) => new WritingDevice({ url: fleet.url, writer, met, forgetsIds }))
  const ended = AbortSignal.timeout(trial.limitMs)
  const writing = new AbortController()
  try {
    await until(() => devices.every(({ connected }) => connected), ended)
    const loops = devices.map((device, index) => writeOn(device, { name: `device ${index}`, everyMs }, writing.signal))
    await delay(1_000)
    for (let index = 0; index < fleet.nodes; index += 1) {
      await fleet.replace(index, { signal, release })
      devices.forEach((device, at) => at % fleet.nodes === index && (device.app = release))
      await delay(1_500)
    }
    writing.abort()
    await Promise.all(loops)
    await until(
      async () => (await Promise.all(devices.map((device) => device.outbox()))).every(({ waiting }) => waiting === 0),
      AbortSignal.any([ended, AbortSignal.timeout(DRAIN_MS)]),
    )
    return { ...met, ...(await compare(devices, trial.databaseUrl)) }
  } finally {
    writing.abort()
    await Promise.all(devices.map((device) => device.stop()))
    await fleet.stop()
  }
}

async function writeOn(
  device: WritingDevice,
  { name, everyMs }: { name: string; everyMs: number },
  stopped: AbortSignal,
): Promise<void> {
  for (let number = 0; !stopped.aborted; number += 1) {
    await delay(Math.random() * 2 * everyMs, undefined, { signal: stopped }).catch(() => {})
    await device.write(`${name} text ${number}`)
  }
}

async function until(isThere: () => boolean | Promise<boolean>, ended: AbortSignal): Promise<void> {
  while (!(await isThere())) {
    if (ended.aborted) throw TOO_LATE
    await delay(100)
  }
}

async function compare(
  devices: readonly WritingDevice[],
  databaseUrl: string,
): Promise<Pick<TrialResult, 'kept' | 'lost' | 'doubled' | 'rejected' | 'unconnected'>> {
  const sql = `select text, count(*)::int as copies from message where text like 'device %' group by text`
  const rows = (await query(databaseUrl, sql)) as { text: string; copies: number }[]
  const copies = new Map(rows.map(({ text, copies }) => [text, copies]))
  const kept = devices.flatMap((device) => device.kept)
  const outboxes = await Promise.all(devices.map((device) => device.outbox()))
  return {
    kept: kept.length,
    lost: kept.filter((text) => !copies.has(text)).length,
    doubled: rows.filter((row) => row.copies > 1).length,
    rejected: outboxes.reduce((sum, { rejected }) => sum + rejected, 0),
    unconnected: devices.filter(({ connected }) => !connected).length,
  }
}
