import { inFreshProfile } from '../browser.ts'
import { Rows } from '../server/rows.ts'
import { attempt, taking } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

/** 10,000 messages in 200 conversations, 100 live queries, 5 of them on the conversation that is written to. */
const shape = { warmUps: 20, dirty: 5, clean: 95, limit: 50 }

export async function tap(bench: Bench): Promise<Measured> {
  const { server, repeats, progress } = bench
  const measured: Measured = {}
  for (const engine of taking(bench, 'tap')) {
    progress(`tap ${engine.title}`)
    server.use(Rows.filled(200, 50))
    const found = await attempt(bench, engine, () =>
      inFreshProfile(server.url, engine.name, async (page) => {
        await page.run('load', undefined)
        return page.run('tap', { ...shape, taps: repeats.taps })
      }),
    )
    if (found) measured[engine.name] = { ms: found.times }
  }
  return measured
}
