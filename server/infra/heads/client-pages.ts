import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PageFiles } from '@vesper/sync/vesper/page-files.ts'
import type { App } from '../../app.ts'
import { appState } from '../app-state.ts'
import { createLimits, RateLimited } from '../http/limits/rate-limits.ts'
import type { LimitCheck } from '../http/limits/rate-limits.ts'
import type { Handler } from '../http/request-pipeline.ts'
import type { Limit } from '../http/route.ts'
import { sendStaticFile } from '../http/static/static-files.ts'
import type { StaticFile } from '../http/static/static-files.ts'
import { closureFor } from './closure-for.ts'
import { findPage } from './find-page.ts'
import type { FoundPage } from './find-page.ts'
import { firstAnswers } from './first-answers.ts'
import type { Answers } from './first-answers.ts'
import { firstLook, outlineOf } from './first-look.ts'
import { canonicalHtml, headHtml, jsonInHtml, NO_INDEX } from './head-html.ts'
import { pageTemplate } from './page-template.ts'
import type { Head } from './page-template.ts'
import { preloadLinks } from './preload-links.ts'
import type { PageHead, PublicPage } from './public-page.ts'
import { shareUrl } from './shared-page.ts'

/** The app opens without its head sooner than it keeps somebody waiting. */
const PATIENCE_MS = 1_500
/** Pages that are kept as they go out, about 10 kB each. */
const KEPT_MAX = 300

/**
 * A page to send: its status, what its head has (null for the page as it was built), and for a site that is closed for work the
 * seconds until it may be asked for again.
 */
type Sent = {
  status: 200 | 404 | 503
  head: Head | null
  retryAfterSeconds?: number
  /** Strangers may see the page now, and what it shows them. */
  isOpen?: boolean
}

/** Pages that an address gets with their answers. Beyond it they come without, and their app asks. */
const FILLS: readonly Limit[] = [{ points: 120, seconds: 60, by: 'ip' }]

type Filled = { head: Head | null; links: string; look: string; answers: Answers }

const unlisted = { html: NO_INDEX, isWhole: false }

/**
 * Answers a page of the app with the head that strangers from the country of the request see. The account of the caller does
 * not matter, so that caches may keep it; they ask each time, since a thing may be hidden from one country, or from now on.
 * An unknown page and one that is hidden from the stranger are one 404. A site that is closed for work answers each page 503: robots
 * keep what they know, and a preview of a link shows nothing. Whatever fails, the app's page comes. So it does for an address
 * that has looked too many pages up.
 */
export function clientPages(app: App, page: StaticFile, files: PageFiles | null = null): Handler {
  const template = pageTemplate(page.bodies.identity.toString())
  const kept = new Map<string, Promise<StaticFile>>()
  const fileOf = ({ head, links, look, answers }: Filled): Promise<StaticFile> => {
    const hasAnswers = Object.keys(answers).length > 0
    const html = template({ head, links, look, body: answersHtml(answers) })
    // Answers are long, and others the next time: to keep them would take memory for nothing.
    return hasAnswers ? pageFile(Buffer.from(html)) : keptFile(kept, html)
  }
  const mayFill = createLimits(app, 'first answers', app.config.rateLimits === 'on' ? FILLS : [])
  return async (request, response, { ip }) => {
    const { path } = request
    // Read now: they may be gone later.
    const isVisitor = !request.cookies['token']
    const acceptLanguage = (request.headers['accept-language'] ?? '').slice(0, 300)
    const isSaving = request.headers['save-data'] === 'on'
    const { status, head, retryAfterSeconds, isOpen } = await soon(app, pageAt(app, path, ip))
    const isFilled = isOpen && isVisitor && (await isWithin(mayFill, ip))
    const answers = isFilled ? await firstAnswers(app, { path, ip }) : {}
    const links = files && status === 200 ? preloadLinks(files, { path, isVisitor, acceptLanguage }) : ''
    const isBare = head === null && links === ''
    const outline = status === 200 ? outlineOf(path) : ''
    const look = isVisitor ? firstLook(answers, path, { isSaving }) : outline
    const file = isBare ? page : await fileOf({ head, links, look, answers })
    if (response.completed) return
    // It differs for whoever is signed in, by language, and for whoever saves data.
    if (!isBare) response.header('vary', 'cookie, accept-language, save-data')
    if (retryAfterSeconds === undefined) return sendStaticFile(request, response, file, status)
    response.header('retry-after', String(retryAfterSeconds))
    sendStaticFile(request, response, { ...file, cacheControl: 'no-store' }, status)
  }
}

async function pageAt(app: App, path: string, ip: string): Promise<Sent> {
  const closure = await closureFor(app, ip)
  if (closure?.retryAfterSeconds != null) {
    return { status: 503, head: unlisted, retryAfterSeconds: closure.retryAfterSeconds }
  }
  const found = findPage(app.domains.publicPages, path)
  if (found?.kind === 'private') return { status: 200, head: unlisted }
  if (found?.kind === 'open') {
    const html = canonicalHtml(app.config.publicUrl, found.path)
    return { status: 200, head: { html, isWhole: false }, isOpen: !closure }
  }
  // A site that is closed to a country tells it nothing; the page itself says why.
  if (found && closure) return { status: 200, head: unlisted }
  if (found && !(await mayLookUp(app, found, ip))) return { status: 200, head: unlisted }
  const head = found && (await lookUp(app, found, ip))
  if (!head) return { status: 404, head: unlisted }
  const { siteName } = await app.settings.read()
  const { publicUrl } = app.config
  return {
    status: 200,
    head: { html: headHtml({ head, publicUrl, siteName, picture: shareUrl(publicUrl, head) }), isWhole: true },
    isOpen: true,
  }
}

/** The answers that the page shows first, where its app looks for them. */
function answersHtml(answers: Answers): string {
  return Object.keys(answers).length === 0
    ? ''
    : `<script type="application/json" id="first-answers">${jsonInHtml(answers)}</script>`
}

async function isWithin(check: LimitCheck, ip: string): Promise<boolean> {
  try {
    await check({ ip, accountId: null })
    return true
  } catch (error) {
    if (error instanceof RateLimited) return false
    throw error
  }
}

const checksOf = appState((): Map<PublicPage, LimitCheck> => new Map())

/** Tells if an address may look up one more page of this kind; it counts. */
export async function mayLookUp(app: App, { page }: NamedPage, ip: string): Promise<boolean> {
  if (!page.limits || app.config.rateLimits === 'off') return true
  const checks = checksOf(app)
  const check = checks.get(page) ?? createLimits(app, `pages ${page.prefix}`, page.limits)
  checks.set(page, check)
  return isWithin(check, ip)
}

type NamedPage = Extract<FoundPage, { kind: 'named' }>

/** The head of a page with a name, as a stranger from the country of this address sees it. */
export function lookUp(app: App, { page, name }: NamedPage, ip: string): Promise<PageHead | null> {
  const stranger = { userId: null, country: app.countryOf(ip), now: app.clock() }
  return page.head({ app, em: app.orm.em.fork() }, stranger, name)
}

/** The app works without the database, and so does its page. */
async function soon(app: App, work: Promise<Sent>): Promise<Sent> {
  const { promise: late, resolve } = Promise.withResolvers<Sent>()
  const asBuilt: Sent = { status: 200, head: null }
  const timer = setTimeout(() => {
    app.log.warn('the head of a page took too long')
    resolve(asBuilt)
  }, PATIENCE_MS)
  try {
    return await Promise.race([work, late])
  } catch (error) {
    app.log.warn({ err: error }, 'a page goes out without its head')
    return asBuilt
  } finally {
    clearTimeout(timer)
  }
}

function keptFile(kept: Map<string, Promise<StaticFile>>, html: string): Promise<StaticFile> {
  const file = kept.get(html) ?? pageFile(Buffer.from(html))
  // The latest used stand last.
  kept.delete(html)
  kept.set(html, file)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return file
}

async function pageFile(identity: Buffer): Promise<StaticFile> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_LGWIN]: 14,
      },
    }),
    promisify(gzip)(identity),
  ])
  return {
    type: 'text/html; charset=utf-8',
    cacheControl: 'public, no-cache',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: { identity, br, gzip: gz },
  }
}
