import { inFreshProfile } from '../browser.ts'
import { conversationId } from '../message.ts'
import { Rows } from '../server/rows.ts'
import { inTurns } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

const CONVERSATIONS = 400
const MESSAGES_EACH = 50
/** The browser tells of no task that is shorter: so long is what it says nothing of, at most. */
const LEAST_TOLD_MS = 50

/** 20,000 rows into an empty device, while it shows the conversation that comes first. */
export function initialSync(bench: Bench): Promise<Measured> {
  const { server, repeats } = bench
  return inTurns(bench, { workload: 'initial-sync', runs: repeats.runs }, async ({ name }) => {
    server.use(Rows.filled(CONVERSATIONS, MESSAGES_EACH))
    const asked = { conversationId: conversationId(0), limit: MESSAGES_EACH }
    const { first, total, longestTask } = await inFreshProfile(server.url, name, (page) =>
      page.run('initialSync', asked),
    )
    return {
      first,
      rowsPerSecond: (server.rows.size / total) * 1_000,
      longestTask: Math.max(longestTask, LEAST_TOLD_MS),
    }
  })
}
