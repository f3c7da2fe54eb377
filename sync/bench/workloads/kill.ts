import { killBrowserGroup, processGroupOf } from '../../../tools/kill-browser.ts'
import { Profile } from '../browser.ts'
import type { EngineAbout } from '../engines/list.ts'
import { conversationId, pendingMessage } from '../message.ts'
import { attempt, taking } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

/** Two at a time: what is counted takes no notice of how fast the machine is. */
const AT_ONCE = 2

/** Writes a message, kills the browser when the engine acknowledges it, and looks whether it is there afterwards. */
export async function kill(bench: Bench): Promise<Measured> {
  const left = taking(bench, 'kill')
  const measured: Measured = {}
  const work = async () => {
    for (let engine = left.shift(); engine; engine = left.shift()) {
      const about = engine
      const kept = await attempt(bench, about, () => keptOf(bench, about))
      if (kept !== null) measured[about.name] = { kept: [kept] }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return measured
}

async function keptOf({ server, repeats, progress }: Bench, engine: EngineAbout): Promise<number> {
  const profile = await Profile.create(server.url)
  try {
    for (let n = 0; n < repeats.kills; n += 1) {
      progress(`kill ${n + 1}/${repeats.kills} ${engine.title}`)
      await writeAndKill(profile, engine, n)
    }
    const page = await profile.open(engine.name)
    const found = new Set(await page.run('newestIds', conversationId(0)))
    await page.close()
    const written = Array.from({ length: repeats.kills }, (_, n) => pendingMessage(0, n)._id)
    return written.filter((id) => found.has(id)).length
  } finally {
    await profile.remove()
  }
}

async function writeAndKill(profile: Profile, engine: EngineAbout, n: number): Promise<void> {
  const opened = await profile.open(engine.name)
  const group = await processGroupOf(opened.context)
  const closed = new Promise((resolve) => opened.context.once('close', resolve))
  let acknowledged = false
  await opened.page.exposeFunction('acknowledged', async () => {
    acknowledged = true
    await killBrowserGroup(group)
  })
  // The browser is gone before this has an answer.
  await opened.run('keep', pendingMessage(0, n)).catch((error: unknown) => {
    if (!acknowledged) throw error
  })
  await closed
}
