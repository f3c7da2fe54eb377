import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../config.ts'
import { createApp } from '../../create-app.ts'
import { converse, makePerson } from '../../infra/sync/testing/person.ts'
import { query } from '../query.ts'
import { startFleet } from './fleet.ts'
import type { StartNode } from './fleet.ts'
import { WritingDevice } from './writing-device.ts'
import type { Met, Writer } from './writing-device.ts'

const NODES = 3
const CREATORS = 10
/** So long devices get to send what is left, once nobody writes any more. */
const DRAIN_MS = 60_000
const TOO_LATE = new Error('The trial took too long.')

export type Trial = {
  databaseUrl: string
  devices: number
  /** Between two texts of one device, on average. */
  everyMs: number
  signal?: 'SIGTERM' | 'SIGKILL'
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
  const { devices: count, everyMs, signal = 'SIGTERM', forgetsIds = false } = trial
  const keys = keysOf(trial)
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
      await fleet.replace(index, { signal, release: 'next' })
      devices.forEach((device, at) => at % fleet.nodes === index && (device.app = 'next'))
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

/** The variables that name the database and the keys that all servers share. */
function keysOf({ databaseUrl }: Trial): Record<string, string> {
  const hex = () => randomBytes(32).toString('hex')
  const VAPID_PRIVATE_KEY = randomBytes(32).toString('base64url')
  return { DATABASE_URL: databaseUrl, JWT_SECRET: hex(), DETAILS_KEY: hex(), VAPID_PRIVATE_KEY }
}

async function makeWriters(count: number, keys: Record<string, string>): Promise<Writer[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-rolling-'))
  const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, SEED: 'none', RATE_LIMITS: 'off', JOBS: 'off', ...keys }
  const app = await createApp(readConfig(env), { log: pino({ level: 'silent' }) })
  try {
    const creators = []
    for (let index = 0; index < CREATORS; index += 1) creators.push(await makePerson({ app }, `creator_${index}`, true))
    const writers: Writer[] = []
    for (let index = 0; index < count; index += 1) {
      const fan = await makePerson({ app }, `fan_${index}`)
      const creator = creators[index % CREATORS]
      if (creator) writers.push({ id: fan.id, token: fan.token, conversationId: await converse({ app }, fan, creator) })
    }
    return writers
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
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
