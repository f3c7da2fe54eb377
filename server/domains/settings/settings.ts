import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { defaultSettings, SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'

/** How long another process, or a change made in the database by hand, may go unseen. */
const MAX_AGE_MS = 5_000

/** The settings as they stand: stored values over the defaults, read from memory while fresh. */
export type Settings = {
  read: () => Promise<SettingValues>
  /** Drops what is in memory; called after a change is committed. */
  forget: () => void
}

/** Opens the settings of a database. A stored value that does not fit its schema is logged and its default stands. */
export function openSettings({ orm, log }: { orm: MikroORM; log: Logger }): Settings {
  let loading: { at: number; values: Promise<SettingValues> } | null = null

  function load(): Promise<SettingValues> {
    const mine = { at: performance.now(), values: readStored(orm, log) }
    loading = mine
    mine.values.catch(() => {
      if (loading === mine) loading = null
    })
    return mine.values
  }

  return {
    read: () => (loading && performance.now() - loading.at < MAX_AGE_MS ? loading.values : load()),
    forget: () => void (loading = null),
  }
}

async function readStored(orm: MikroORM, log: Logger): Promise<SettingValues> {
  const values: Record<string, unknown> = { ...defaultSettings }
  for (const { key, value } of await orm.em.fork().find(Setting, {})) {
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
