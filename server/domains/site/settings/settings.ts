import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { defaultSettings, SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'

/** How long another process, or a change made in the database by hand, may go unseen. */
const MAX_AGE_MS = 5_000

/** The settings as they stand: stored values over the defaults, read from memory while fresh. */
export type Settings = {
  read: () => Promise<SettingValues>
  /**
   * The same within a transaction, over its connection: one that waited for another connection would wait for ever where
   * all of them wait.
   */
  readIn: (tx: { em: Pick<EntityManager, 'find'> }) => Promise<SettingValues>
  /** Drops what is in memory; called after a change is committed. */
  forget: () => void
  /** The last that was read, for where nothing may wait: it is read again beside, once it is old. Null at first. */
  latest: () => SettingValues | null
}

/** Opens the settings of a database. A stored value that does not fit its schema is logged and its default stands. */
export function openSettings({ orm, log }: { orm: MikroORM; log: Logger }): Settings {
  type Loading = { at: number; values: Promise<SettingValues>; known?: SettingValues }
  let loading: Loading | null = null
  let latest: SettingValues | null = null

  function load(em: Pick<EntityManager, 'find'>): Promise<SettingValues> {
    const mine: Loading = { at: performance.now(), values: readStored(em, log) }
    loading = mine
    mine.values.then(
      (values) => void (latest = mine.known = values),
      () => {
        if (loading === mine) loading = null
      },
    )
    return mine.values
  }

  const fresh = () => (loading && performance.now() - loading.at < MAX_AGE_MS ? loading : null)
  return {
    read: () => fresh()?.values ?? load(orm.em.fork()),
    readIn: async ({ em }) => fresh()?.known ?? load(em),
    forget: () => void (loading = null),
    latest() {
      if (!fresh()) load(orm.em.fork()).catch((error: unknown) => log.debug({ err: error }, 'no settings were read'))
      return latest
    },
  }
}

async function readStored(em: Pick<EntityManager, 'find'>, log: Logger): Promise<SettingValues> {
  const values: Record<string, unknown> = { ...defaultSettings }
  for (const { key, value } of await em.find(Setting, {})) {
    const schema = schemaOf(key)
    if (!schema) continue
    const parsed = v.safeParse(schema, value)
    if (parsed.success) values[key] = parsed.output
    else log.warn({ setting: key }, 'a stored setting is not valid; its default is used')
  }
  return values as SettingValues
}

/** The schema of one setting, or undefined when there is none of this name. */
export function schemaOf(key: string): v.GenericSchema | undefined {
  return Object.hasOwn(SettingValues.entries, key)
    ? (SettingValues.entries as Record<string, v.GenericSchema>)[key]
    : undefined
}
