import { inFreshProfile } from '../browser.ts'
import { Rows } from '../server/rows.ts'
import { inTurns } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

const COUNT = 1_000

/** 1,000 messages of one conversation, changed here and on the server; nothing of what was done here is confirmed. */
export function rebase(bench: Bench): Promise<Measured> {
  const { server, repeats } = bench
  return inTurns(bench, { workload: 'rebase', runs: repeats.runs }, async ({ name }) => {
    server.use(Rows.filled(1, COUNT))
    return inFreshProfile(server.url, name, async (page) => {
      await page.run('prepareRebase', { count: COUNT })
      const updatedAt = '2026-02-02T00:00:00.000Z'
      server.rows.touchAll(updatedAt)
      server.rows.holdsBack = true
      return page.run('rebase', { count: COUNT, updatedAt })
    })
  })
}
