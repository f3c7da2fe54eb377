import { inFreshProfile } from '../browser.ts'
import { Rows } from '../server/rows.ts'
import { inTurns } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

const COUNT = 1_000

/** 1,000 messages, queued in 20 conversations without a line, when the line comes back. */
export function replay(bench: Bench): Promise<Measured> {
  const { server, repeats } = bench
  return inTurns(bench, { workload: 'replay', runs: repeats.runs }, async ({ name, title }) => {
    server.use(new Rows())
    return inFreshProfile(server.url, name, async (page) => {
      await page.run('queueMessages', { count: COUNT, conversations: 20 })
      const before = server.traffic()
      const { ms } = await page.run('replay', undefined)
      if (server.rows.size !== COUNT) throw new Error(`${title} has sent ${server.rows.size} messages of ${COUNT}.`)
      return { perSecond: (COUNT / ms) * 1_000, requests: server.traffic().requests - before.requests }
    })
  })
}
