import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from 'playwright'

/**
 * The process group of a browser with a profile of its own. Playwright makes what it starts the leader: the browser, or the
 * script that starts it.
 */
export async function processGroupOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const answer = await session?.send('SystemInfo.getProcessInfo')
  const browser = answer?.processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('The browser does not tell its process.')
  return statOf(String(browser.id))?.group ?? browser.id
}

/** SIGKILL for every process of the group, as a crash or an empty battery; resolves when none is left. */
export async function killBrowserGroup(group: number): Promise<void> {
  process.kill(-group, 'SIGKILL')
  while (isAlive(group)) await delay(10)
}

/** True while a process of the group is left. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  // One that has ended is counted until its parent asks for it, for which the first process of a machine may take seconds.
  return !existsSync('/proc/self/stat') || readdirSync('/proc').some((entry) => runsIn(group, entry))
}

function runsIn(group: number, entry: string): boolean {
  const stat = /^\d+$/.test(entry) ? statOf(entry) : null
  return stat?.group === group && stat.state !== 'Z'
}

/** `entry`: of Linux's `/proc`, where a process has a folder named by its number; null when it has none. */
function statOf(entry: string): { state: string | undefined; group: number } | null {
  try {
    // `123 (its name) S 1 123 …`: state, parent, group.
    const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, group: Number(group) }
  } catch {
    return null
  }
}
