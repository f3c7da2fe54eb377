import type { DeskOverview, OverviewFigure } from '@vesper/sync/vesper/api/desk-overview.ts'
import { overviewFigures } from '@vesper/sync/vesper/api/desk-overview.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { App } from '../../../app.ts'
import { DAYS, midnight } from './count-days.ts'

const DAY_MS = 86_400_000

type Figure = DeskOverview['figures'][number]

const UNITS: Partial<Record<OverviewFigure, Figure['unit']>> = {
  ...{ takings: 'money', refunds: 'money', storage: 'bytes', queueAge: 'seconds' },
}

/** Moderators see their work alone. */
function needs(key: OverviewFigure): Permission {
  return key === 'openCases' ? 'cases.decide' : 'stats.read'
}

/** The last 28 days, as they were counted: no table of sales or people is read. */
export async function readOverview(app: App, permissions: readonly Permission[]): Promise<DeskOverview> {
  const keys = overviewFigures.filter((key) => permissions.includes('stats.read') || permissions.includes(needs(key)))
  const today = midnight(app.clock()).getTime()
  const days = Array.from({ length: DAYS }, (_, at) => dayText(today - (DAYS - 1 - at) * DAY_MS))
  const rows = await app.orm.em.fork().execute<{ day: string; key: string; value: number; at: string }[]>(
    `select day::text, key, value::float8 as value, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
       from site_day where day >= ?::date and day <= ?::date`,
    [days[0], days.at(-1)],
  )
  const values = new Map(rows.map(({ day, key, value }) => [`${day} ${key}`, value]))
  const figures = keys.map((key): Figure => ({
    ...{ key, unit: UNITS[key] ?? 'count' },
    values: days.map((day) => values.get(`${day} ${key}`) ?? null),
  }))
  const updatedAt = rows.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null)
  const { currency } = await app.settings.read()
  return { currency, updatedAt, days, figures }
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
