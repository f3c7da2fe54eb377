import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../../config.ts'
import { createApp } from '../../create-app.ts'
import { converse, makePerson } from '../../infra/sync/testing/person.ts'
import type { Person } from '../../infra/sync/testing/person.ts'

const CREATORS = 10

/** A fan who writes into one conversation. */
export type Writer = { person: Person; conversationId: string }

/** The variables that name the database and the keys that all servers share. */
export function keysFor(databaseUrl: string): Record<string, string> {
  const hex = () => randomBytes(32).toString('hex')
  const VAPID_PRIVATE_KEY = randomBytes(32).toString('base64url')
  return { DATABASE_URL: databaseUrl, JWT_SECRET: hex(), DETAILS_KEY: hex(), VAPID_PRIVATE_KEY }
}

/** Accounts of fans with open sessions, each in a conversation with one of ten creators. `keys`: those of the servers. */
export async function makeWriters(count: number, keys: Record<string, string>): Promise<Writer[]> {
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
      if (creator) writers.push({ person: fan, conversationId: await converse({ app }, fan, creator) })
    }
    return writers
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
