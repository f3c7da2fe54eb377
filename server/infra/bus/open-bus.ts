import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { StartupError } from '../../startup-error.ts'
import { readEpoch } from '../sync/epoch.ts'
import { createBus, TIMES } from './bus.ts'
import type { Bus, BusTimes } from './bus.ts'
import { postgresTransport } from './postgres-transport.ts'

type Parts = {
  databaseUrl: string
  redisUrl: string | null
  orm: MikroORM
  log: Logger
  times: BusTimes | undefined
}

/** While Redis is away a server looks for each connected account: more often would be a load. */
const AWAY_MS = 10_000

/** The bus through Redis where `redisUrl` names one, else through PostgreSQL. Throws `StartupError` without that Redis. */
export async function openBus({ databaseUrl, redisUrl, orm, log, times }: Parts): Promise<Bus> {
  if (redisUrl === null) return createBus(postgresTransport(databaseUrl), { log, times })
  const { redisTransport } = await import('./redis-transport.ts')
  const { epoch } = await readEpoch(orm.em.fork())
  try {
    return await createBus(redisTransport(redisUrl, epoch), { log, times: { awayMs: AWAY_MS, ...(times ?? TIMES) } })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`Redis cannot be used: ${reason}. Check REDIS_URL.`, { cause })
  }
}
