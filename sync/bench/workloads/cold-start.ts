import { Profile } from '../browser.ts'
import type { EngineAbout } from '../engines/list.ts'
import { conversationId } from '../message.ts'
import { Rows } from '../server/rows.ts'
import { attempt, taking } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

const CONVERSATIONS = 200
const MESSAGES_EACH = 250
const LIMIT = 50

/** 50,000 messages on the device; each start is a new browser process, and another conversation. */
export async function coldStart(bench: Bench): Promise<Measured> {
  const measured: Measured = {}
  for (const engine of taking(bench, 'cold-start')) {
    const ms = await attempt(bench, engine, () => startsOf(bench, engine))
    if (ms) measured[engine.name] = { ms }
  }
  return measured
}

async function startsOf({ server, repeats, progress }: Bench, { name, title }: EngineAbout): Promise<number[]> {
  progress(`cold-start, loading ${title}`)
  server.use(Rows.filled(CONVERSATIONS, MESSAGES_EACH))
  const profile = await Profile.create(server.url)
  try {
    const loading = await profile.open(name)
    await loading.run('load', undefined)
    await loading.close()
    const times: number[] = []
    for (let n = 0; n < repeats.starts; n += 1) {
      progress(`cold-start ${n + 1}/${repeats.starts} ${title}`)
      const page = await profile.open(name)
      const asked = { conversationId: conversationId((n * 37) % CONVERSATIONS), limit: LIMIT }
      const { ms, rows } = await page.run('coldStart', asked)
      await page.close()
      if (rows !== LIMIT) throw new Error(`${title} found ${rows} messages of ${LIMIT}.`)
      times.push(ms)
    }
    return times
  } finally {
    await profile.remove()
  }
}
