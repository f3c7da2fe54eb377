import type { Health } from '@vesper/sync/engine/health.ts'

type About = { health: Health; version: string; userAgent: string; now: Date }

/**
 * The text of a bug report, in English whatever the app speaks: the state of the engine, and its log. No
 * texts, no names, no token.
 */
export function reportText({ health, version, userAgent, now }: About): string {
  const { status, counts, device, epoch, usage, quota, persisted, rows } = health
  return [
    `Vesper ${version}, ${now.toISOString()}`,
    userAgent,
    `device ${device}, epoch ${epoch}, leads: ${status.leader}`,
    `state ${status.state}, last sync ${status.lastSyncAt}, oldest pending for ${health.oldestPendingMs} ms`,
    `queue ${asList(counts)}`,
    `rows ${asList(rows)}`,
    `bytes ${usage} of ${quota}, persisted: ${persisted}`,
    '',
    ...health.spaces.map(spaceLine),
    '',
    ...logLines(health),
    '',
  ].join('\n')
}

/** The engine's events, one a line, oldest first. */
export function logLines({ log }: Pick<Health, 'log'>): string[] {
  return log.map(({ at, level, message, cause }) => `${at} ${level} ${message}${cause ? ` [${cause}]` : ''}`)
}

function spaceLine({ space, version, check }: Health['spaces'][number]): string {
  if (!check) return `${space} version ${version}, not compared`
  const { verdict, sum, at, repairs } = check
  return `${space} version ${version}, ${verdict} at ${check.version} (${sum.toString(16)}) ${at}, repairs ${repairs}`
}

function asList(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
