import type { Logger } from 'pino'

export type Outage = {
  /** Frames do not arrive. Logged once, until `end`. */
  begin: (error: unknown) => void
  /** A frame arrived. */
  end: () => void
  stop: () => void
}

/**
 * The time in which a server cannot reach the others: it reads from the database every `everyMs`, since nobody tells it of
 * commits. Null for a transport through the database, whose outage is that of the database.
 */
export function createOutage({
  log,
  everyMs,
  miss,
}: {
  log: Logger
  everyMs: number | null
  miss: () => void
}): Outage {
  let isAway = false
  let timer: NodeJS.Timeout | undefined
  return {
    begin(error) {
      if (isAway) return
      isAway = true
      log.warn({ err: error }, 'the bus lost its connection: the servers do not hear each other')
      if (everyMs !== null) timer = setInterval(miss, everyMs).unref()
    },
    end() {
      if (!isAway) return
      isAway = false
      clearInterval(timer)
      log.info('the bus has its connection again')
    },
    stop: () => clearInterval(timer),
  }
}
