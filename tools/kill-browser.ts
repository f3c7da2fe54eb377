import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from 'playwright'

/** The process group of a browser with a profile of its own, which Playwright makes it the leader of. */
export async function processGroupOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const answer = await session?.send('SystemInfo.getProcessInfo')
  const browser = answer?.processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('The browser does not tell its process.')
  return browser.id
}

/** SIGKILL for every process of the group, as a crash or an empty battery; resolves when none is left. */
export async function killGroup(group: number): Promise<void> {
  process.kill(-group, 'SIGKILL')
  while (isAlive(group)) await delay(5)
}

/** Whether any process of the group is left. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
