import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { StartupError } from '../../startup-error.ts'
import { readEpoch } from '../sync/epoch.ts'
import { createBus } from './bus.ts'
import type { Bus, BusTimes } from './bus.ts'
import { postgresTransport } from './postgres-transport.ts'

type Parts = {
  databaseUrl: string
  redisUrl: string | null
  orm: MikroORM
  log: Logger
  times: BusTimes | undefined
}

/** The bus through Redis where `redisUrl` names one, else through PostgreSQL. Throws `StartupError` without that Redis. */
export async function openBus({ databaseUrl, redisUrl, orm, log, times }: Parts): Promise<Bus> {
  if (redisUrl === null) return createBus(postgresTransport(databaseUrl), { log, times })
  const { redisTransport } = await import('./redis-transport.ts')
  const { epoch } = await readEpoch(orm.em.fork())
  try {
    return await createBus(redisTransport(redisUrl, epoch), { log, times })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`Redis cannot be used: ${reason}. Check REDIS_URL.`, { cause })
  }
}
