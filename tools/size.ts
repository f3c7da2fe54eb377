import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { routeFiles } from '../client/build/route-files.ts'
import { AppServer } from '../client/e2e/fixtures/app-server.ts'
import { fileOfPart } from '../client/e2e/fixtures/file-of-part.ts'
import { ApiClient, PASSWORD } from '../client/e2e/fixtures/steps.ts'
import { buildClient, dist } from './build-client.ts'
import { findChromium } from './find-chromium.ts'
import { root } from './run.ts'

type Persona = 'visitor' | 'fan1' | 'creator1'
/** A file of the build that a screen loads before it can be used; bytes after gzip. */
type Loaded = { path: string; bytes: number }
type Screen = { route: string; path: string; persona: Persona }
type Measured = { route: string; persona: Persona; script: Loaded[]; style: Loaded[] }

// Kilobytes as browsers count them: thousands of bytes.
const budgets = {
  login: 145_000,
  visitor: 236_000,
  /** A page of an account that is usable without the engine, which comes after it. */
  withoutEngine: 248_000,
  script: 261_000,
  largeScript: 311_000,
  engine: 60_000,
  style: 20_000,
}
/** The part that starts the engine; its files come with the engine alone. */
const ENGINE = 'app/boot/start-session-services.ts'
const LOGIN = '/auth/login'

/** The offer whose page is measured. */
const OFFER = { code: 'SIZE-OFFER', kind: 'trial', days: 7, usesMax: null, endsAt: null, audience: 'all' }

/**
 * Screens that come with the engine, and with many kinds of content or large forms.
 * @TODO Load what these screens do not show at once after them, and shorten the list.
 */
const largeScreens = new Set([
  // Its Subscribe asks for the engine, which comes before the page is quiet now and then.
  '/$profileId',
  '/bookmarks',
  '/checkout',
  '/creator/blocked',
  '/creator/calendar',
  '/creator/galleries/$galleryId',
  '/creator/lists/$listId',
  '/creator/videos',
  '/creator/products',
  '/creator/galleries',
  '/creator/media',
  '/creator/messages/$broadcastId',
  '/creator/orders',
  '/creator/overview',
  '/creator/products/$productId',
  '/creator/studio',
  '/creator/studio/$draftId',
  '/creator/studio/posts/$postId',
  '/creator/subscribers',
  '/creator/videos/$videoId',
  '/device',
  '/galleries/$galleryId',
  '/messages/$conversationId',
  '/orders/$orderId',
  '/outbox',
  '/posts/$postId',
  '/products/$productId',
  '/videos/$videoId',
])

/** Pages that visitors see without the engine, and that accounts see with it. */
const openScreens = new Set(
  routeFiles()
    .filter(({ isOpen, frame, path }) => isOpen && frame === 'page' && !path.startsWith('/creator/'))
    .map(({ path }) => path),
)

/** Screens that can be used before all of their content is there. On the others nothing may be loading any more. */
const usableAs: Record<string, string> = {
  [LOGIN]: 'button[type=submit]:enabled',
  // The strip of conversations comes with the engine.
  '/home': 'section[aria-labelledby=feed] article',
  '/messages': '[role=list][aria-label=Conversations] a',
  '/messages/$conversationId': 'main:has([role=log][aria-label=Messages]) textarea:enabled',
}

/** Pages that load at a time. */
const AT_A_TIME = 3

/** By path: each file is compressed once. */
const weights = new Map<string, Promise<number>>()

await buildClient()
const server = await AppServer.create()
try {
  await server.start()
  const measured = await measureAll(await screensOf(server))
  const areKept = measured.toSorted((a, b) => a.route.localeCompare(b.route)).map(report)
  process.exitCode = [...areKept, await reportEngine()].every(Boolean) ? 0 : 1
} finally {
  await server.remove()
}

/** All routes of the client, with parameters from the demo data. A parameter without a value here is an error. */
async function screensOf(app: AppServer): Promise<Screen[]> {
  const [fan, creator] = await Promise.all(['fan1', 'creator1'].map((name) => ApiClient.logIn(app, name)))
  const firstOf = async (api: ApiClient | undefined, path: string) => {
    const id = (await api?.get<{ data: { _id: string }[] }>(path))?.data[0]?._id
    if (!id) throw new Error(`The demo data has nothing at ${path}.`)
    return id
  }
  const made = async (api: ApiClient | undefined, path: string, body: object) => {
    const answer = await api?.post<{ _id: string }>(path, body)
    if (!answer) throw new Error(`Nothing can be made at ${path}.`)
    return answer._id
  }
  await made(creator, '/performer/offers', { _id: randomUUID(), ...OFFER })
  const values: Record<string, string> = {
    profileId: 'creator1',
    slug: 'terms',
    provider: 'google',
    conversationId: await firstOf(fan, '/conversations'),
    draftId: await firstOf(creator, '/performer/drafts'),
    postId: await firstOf(creator, '/performer/feeds'),
    code: OFFER.code,
    productId: await firstOf(creator, '/performer/performer-assets/products/search'),
    galleryId: await made(creator, '/performer/performer-assets/galleries', { title: 'A gallery', status: 'active' }),
    // Nobody has an order in the demo data; the page that says so loads what any order does.
    orderId: '00000000-0000-7000-8000-000000000000',
    requestId: '00000000-0000-7000-8000-000000000000',
    userId: '00000000-0000-7000-8000-000000000000',
    creatorId: '00000000-0000-7000-8000-000000000000',
    decisionId: '00000000-0000-7000-8000-000000000000',
    caseId: '00000000-0000-7000-8000-000000000000',
    // The form of a message that is not begun, and the page of a list that is not there.
    broadcastId: '00000000-0000-7000-8000-000000000000',
    listId: '00000000-0000-7000-8000-000000000000',
    username: 'creator1',
    videoId: await made(creator, '/performer/performer-assets/videos/upload', { title: 'A video' }),
  }
  const screens = (await routesOf(join(root, 'client/routes'))).map((route): Screen => ({
    route,
    path: route.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = values[name]
      if (!value) throw new Error(`tools/size.ts has no value for the parameter ${name} of ${route}.`)
      return value
    }),
    persona: route.startsWith('/auth/') ? 'visitor' : route.startsWith('/creator/') ? 'creator1' : 'fan1',
  }))
  const open = screens.filter(({ route }) => openScreens.has(route))
  return [...screens, ...open.map((screen): Screen => ({ ...screen, persona: 'visitor' }))]
}

/** Paths of the routes that show a screen of their own, from the names of their files. */
async function routesOf(folder: string): Promise<string[]> {
  const routes = new Set<string>()
  for await (const file of glob('**/*.tsx', { cwd: folder })) {
    const segments = file.replace(/\.tsx$/, '').split('/')
    const isScreen = segments.at(-1) !== 'route' && !file.includes('.test.') && !segments.at(-1)?.startsWith('__')
    const shown = segments.filter((segment) => segment !== 'index' && !segment.startsWith('_'))
    if (isScreen && shown.length > 0 && (await hasComponent(join(folder, file)))) routes.add(`/${shown.join('/')}`)
  }
  return [...routes]
}

/** A route without one leads to another, which is measured itself. */
async function hasComponent(file: string): Promise<boolean> {
  return (await readFile(file, 'utf8')).includes('component')
}

/** Without a service worker: what a first visit costs before the screen can be used. */
async function measureAll(screens: readonly Screen[]): Promise<Measured[]> {
  const browser = await chromium.launch(await findChromium())
  try {
    const measured: Measured[] = []
    const tokens = { visitor: null, fan1: await tokenOf('fan1'), creator1: await tokenOf('creator1') }
    const left = [...screens]
    const next = async (): Promise<void> => {
      for (let screen = left.shift(); screen; screen = left.shift()) {
        // On a device that holds rows of the account, each page would come with the engine.
        const context = await contextOf(browser, tokens[screen.persona])
        measured.push(await measure(context, screen))
        await context.close()
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, next))
    return measured
  } finally {
    await browser.close()
  }
}

async function tokenOf(username: string): Promise<string> {
  const body = JSON.stringify({ username, password: PASSWORD, remember: true })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  return ((await answer.json()) as { token: string }).token
}

/** A device of its own; without a token nobody is signed in on it. */
async function contextOf(browser: Browser, token: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  await context.addInitScript(watchScreen)
  if (token) await context.addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
  return context
}

/** Asks for a page, and weighs the files that it asked for until it could be used. */
async function measure(context: BrowserContext, { route, path, persona }: Screen): Promise<Measured> {
  const page = await context.newPage()
  try {
    await page.addInitScript((usable) => void (window.usableSelector = usable), usableAs[route])
    const isTold = tellOfFiles(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.noLongerLoadingAt, null, { timeout: 60_000 })
    await isTold()
    const files = await page.evaluate(filesUntilUsable)
    const ofKind = (ending: string) => Promise.all(files.filter((file) => file.endsWith(ending)).map(weigh))
    return { route, persona, script: await ofKind('.js'), style: await ofKind('.css') }
  } catch (error) {
    throw new Error(`${path} cannot be measured; the page is ${page.url()}.`, { cause: error })
  } finally {
    await page.close()
  }
}

declare global {
  interface Window {
    usableSelector?: string | undefined
    /** Set once the screen can be used: since when, as `performance.now` counts. */
    noLongerLoadingAt?: number
  }
}

/**
 * A browser lists a file once it has all of it: one that was asked for in time, and came late, would be counted now and
 * then. The answer resolves when the page lists each script and style sheet that it has asked for by then.
 */
function tellOfFiles(page: Page): () => Promise<void> {
  const asked: { path: string; end: Promise<unknown> }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) asked.push({ path: pathname, end: request.response().catch(() => null) })
  })
  return async () => {
    await Promise.all(asked.map(({ end }) => end))
    const paths = asked.map(({ path }) => path)
    await page.waitForFunction(
      (all) => {
        const listed = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
        return all.every((path) => listed.has(path))
      },
      paths,
      { timeout: 60_000 },
    )
  }
}

/** In the page: paths of what it has asked for until it could be used. */
function filesUntilUsable(): string[] {
  const usableAt = window.noLongerLoadingAt ?? 0
  const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= usableAt)
  return files.map(({ name }) => new URL(name).pathname)
}

/**
 * Runs in the page, which notes the moment itself: a look from outside takes so long that later files are counted too.
 * The idle work of the app never begins, because its moment differs from run to run.
 */
function watchScreen(): void {
  /** A screen without a selector can be used once nothing in it is loading and it has not grown for so long. */
  const QUIET_MS = 250
  window.requestIdleCallback = () => 0
  let changedAt = 0
  const isThere = () => Boolean(document.querySelector('main')?.textContent)
  const isLoading = () => document.querySelector('[aria-busy=true]') !== null
  const note = (moment: number) => {
    observer.disconnect()
    window.noLongerLoadingAt = moment
  }
  const observer = new MutationObserver((changes) => {
    const now = performance.now()
    if (changes.some(({ type }) => type === 'childList')) changedAt = now
    // In the very change that made it so: how long a later look takes differs from run to run.
    if (window.usableSelector && document.querySelector(window.usableSelector)) note(now)
  })
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-label', 'role'] })
  const look = () => {
    if (window.usableSelector || window.noLongerLoadingAt) return
    if (isThere() && !isLoading() && performance.now() - changedAt > QUIET_MS) return note(changedAt)
    setTimeout(look, 10)
  }
  look()
}

async function weigh(path: string): Promise<Loaded> {
  const weight = weights.get(path) ?? readFile(join(dist, path)).then((file) => gzipSync(file, { level: 9 }).length)
  weights.set(path, weight)
  return { path, bytes: await weight }
}

/** True when the budgets are kept; the largest files are named where one is not. */
function report({ route, persona, script, style }: Measured): boolean {
  const isOpen = persona === 'visitor' && openScreens.has(route)
  const limit = limitOf({ route, isOpen, hasEngine: script.some(({ path }) => path === fileOfPart(ENGINE)) })
  const name = isOpen ? `${route} (visitor)` : route
  const parts = [
    { kind: 'JavaScript', files: script, limit },
    { kind: 'CSS', files: style, limit: budgets.style },
  ].map((part) => ({ ...part, bytes: part.files.reduce((sum, file) => sum + file.bytes, 0) }))
  const over = parts.filter(({ bytes, limit: most }) => bytes > most)
  const figures = parts.map(
    ({ kind, bytes, limit: most }) => `${kind} ${inKilobytes(bytes)} of ${inKilobytes(most)} kB`,
  )
  console.log(`${over.length === 0 ? '✓' : '✗'} ${name.padEnd(32)} ${figures.join(', ')} (gzip)`)
  for (const { files } of over) {
    const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10)
    for (const file of largest) console.log(`    ${inKilobytes(file.bytes).padStart(6)} ${file.path}`)
  }
  return over.length === 0
}

function limitOf({ route, isOpen, hasEngine }: { route: string; isOpen: boolean; hasEngine: boolean }): number {
  if (route === LOGIN) return budgets.login
  if (isOpen) return budgets.visitor
  if (largeScreens.has(route)) return hasEngine ? budgets.largeScript : budgets.script
  return hasEngine ? budgets.script : budgets.withoutEngine
}

/** The engine, wherever it comes after the page. */
async function reportEngine(): Promise<boolean> {
  const { bytes } = await weigh(fileOfPart(ENGINE))
  const isKept = bytes <= budgets.engine
  console.log(
    `${isKept ? '✓' : '✗'} the engine: JavaScript ${inKilobytes(bytes)} of ${inKilobytes(budgets.engine)} kB (gzip)`,
  )
  return isKept
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(5)
}
