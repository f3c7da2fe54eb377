import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import type { BrowserContext, Locator, Page, Request } from 'playwright'
import { AppServer } from '../client/e2e/fixtures/app-server.ts'
import { buildClient } from './build-client.ts'
import { findChromium } from './find-chromium.ts'

/** A file that a screen asks for until it can be used; bytes after gzip. */
type Loaded = { kind: string; path: string; bytes: number }
type Measured = { name: string; files: Loaded[]; limit: number }

// Kilobytes as browsers count them: thousands of bytes.
const budgets = { loginScript: 130_000, messagesScript: 200_000, threadScript: 232_000, stylesheet: 20_000 }

await buildClient()
const server = await AppServer.create()
try {
  await server.start()
  const kept = (await measure(server.url)).map(report)
  process.exitCode = kept.every(Boolean) ? 0 : 1
} finally {
  await server.remove()
}

/** Without a service worker and without a cache: what a first visit costs before the screen can be used. */
async function measure(url: string): Promise<Measured[]> {
  const browser = await chromium.launch(await findChromium())
  try {
    const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
    const login = await load(context, '/auth/login', 'button[type=submit]:enabled')
    const thread = await logIn(context)
    const messages = await load(context, '/messages', '[role=list][aria-label=Conversations] a')
    const opened = await load(context, thread, 'main:has([role=log][aria-label=Messages]) textarea:enabled')
    return [
      { name: 'JavaScript for login', files: ofKind(login, 'script'), limit: budgets.loginScript },
      { name: 'JavaScript for messages', files: ofKind(messages, 'script'), limit: budgets.messagesScript },
      { name: 'JavaScript for a thread', files: ofKind(opened, 'script'), limit: budgets.threadScript },
      { name: 'CSS for login', files: ofKind(login, 'stylesheet'), limit: budgets.stylesheet },
      { name: 'CSS for messages', files: ofKind(messages, 'stylesheet'), limit: budgets.stylesheet },
    ]
  } finally {
    await browser.close()
  }
}

/** What a page asks for until `usable` is in it. */
async function load(context: BrowserContext, path: string, usable: string): Promise<Loaded[]> {
  const page = await context.newPage()
  await page.addInitScript(noteWhenUsable, usable)
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requests: Request[] = []
  page.on('request', (request) => void requests.push(request))
  await page.goto(path)
  await page.waitForFunction(() => window.usableAt !== undefined)
  const usableAt = await page.evaluate(() => window.usableAt ?? 0)
  const files = requests.flatMap((request) => {
    const kind = request.resourceType()
    const isAskedFor = (kind === 'script' || kind === 'stylesheet') && request.timing().startTime <= usableAt
    return isAskedFor ? [loaded(kind, request)] : []
  })
  const found = await Promise.all(files)
  await page.close()
  return found
}

declare global {
  interface Window {
    /** Milliseconds since 1970. */
    usableAt?: number
  }
}

/**
 * Looked for in the page at each frame: to ask from outside takes long enough for what is loaded later to begin. What the app
 * leaves for an idle moment waits: whether there is one before the screen can be used differs from run to run.
 */
function noteWhenUsable(selector: string): void {
  window.requestIdleCallback = () => 0
  const look = () => {
    if (document.querySelector(selector)) window.usableAt = performance.timeOrigin + performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

async function loaded(kind: string, request: Request): Promise<Loaded> {
  const response = await request.response()
  if (!response?.ok()) throw new Error(`${request.url()} could not be loaded.`)
  const bytes = gzipSync(await response.body(), { level: 9 }).length
  return { kind, path: new URL(request.url()).pathname, bytes }
}

function ofKind(files: Loaded[], wanted: 'script' | 'stylesheet'): Loaded[] {
  return files.filter(({ kind }) => kind === wanted)
}

/** True when the budget is kept; else its largest files are named. */
function report({ name, files, limit }: Measured): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const kept = bytes <= limit
  console.log(`${kept ? '✓' : '✗'} ${name}: ${inKilobytes(bytes)} of ${inKilobytes(limit)} kB (gzip)`)
  const largest = files.sort((a, b) => b.bytes - a.bytes).slice(0, 10)
  if (!kept) for (const file of largest) console.log(`    ${inKilobytes(file.bytes).padStart(6)} ${file.path}`)
  return kept
}

/** Leaves the context signed in as a fan of the demo data; answers the path of a conversation. */
async function logIn(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Email or username' }).fill('fan1@demo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('vesper-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  await page.goto('/messages')
  const href = await conversation(page).getAttribute('href')
  await page.close()
  if (!href) throw new Error('fan1 has no conversation in the demo data.')
  return href
}

function conversation(page: Page): Locator {
  return page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
