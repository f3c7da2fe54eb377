import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PAGE_SEGMENTS } from '@vesper/sync/vesper/api/username.ts'
import type { Request, Response } from 'hyper-express'
import type { App } from '../../app.ts'
import { createGate } from '../concurrency/gate.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createLimits } from '../http/limits/rate-limits.ts'
import type { Exchange, Handler } from '../http/request-pipeline.ts'
import { requireOpen } from '../http/require-open.ts'
import type { Limit } from '../http/route.ts'
import { acceptedEncoding } from '../http/send-json.ts'
import { OPEN_PAGES } from './find-page.ts'
import type { ListedPages, Stranger } from './public-page.ts'

/** Addresses of one part. The protocol allows 50,000. */
const PART_SIZE = 10_000
/** A part is written anew after so long. */
const KEPT_MS = 10 * 60_000
/** Parts that are kept, compressed, some 100 kB each. */
const KEPT_MAX = 100
const LIMITS: readonly Limit[] = [{ points: 120, seconds: 60, by: 'ip' }]
/** Which addresses there are depends on the country: no cache between keeps a sitemap. */
const CACHE = 'private, max-age=600'
/** The pages without a name. */
const SITE = 'site'

/** Beside the index: a sitemap lists addresses of its own folder and below alone. */
const PART = /^\/sitemap-([a-z]+)-([1-9]\d{0,4})\.xml$/

/**
 * Serves `/robots.txt` and `/sitemap.xml`, which lists parts beside it: the pages that are open to a stranger from the country of
 * the request. Gives a handler that answers the parts, and leaves other addresses to `others`. `partSize`: the addresses of one
 * part.
 */
export function mountSitemap(
  { server, app, exchange }: { server: HttpServer; app: App; exchange: Exchange },
  others: Handler,
  partSize = PART_SIZE,
): Handler {
  const xmlOf = keepXml(app)
  const within = createLimits(app, 'sitemap', app.config.rateLimits === 'on' ? LIMITS : [])
  const answering = (find: (stranger: Stranger, path: string) => Write | null): Handler =>
    async function answer(request, response, { ip }) {
      await within({ ip, accountId: null })
      await requireOpen(app, ip)
      const stranger = { userId: null, country: app.countryOf(ip), now: app.clock() }
      const write = find(stranger, request.path)
      if (!write) throw new Refusal('not-found', 'There is nothing here.')
      await sendXml(request, response, await xmlOf(`${request.path} ${stranger.country ?? ''}`, write))
    }
  const index = answering((stranger) => () => indexXml(app, stranger, partSize))
  const part = answering((stranger, path) => partOf(app, { stranger, path, partSize }))
  server.serve('GET', '/sitemap.xml', exchange(index))
  server.serve(
    'GET',
    '/robots.txt',
    exchange((_request, response) => sendRobots(app, response)),
  )
  return (request, response, call) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return (isRead && PART.test(request.path) ? part : others)(request, response, call)
  }
}

type Write = () => Promise<string>

/** Keeps what was written for a while, compressed. One at a time is written: each is a read of many rows. */
function keepXml({ clock }: Pick<App, 'clock'>): (key: string, write: Write) => Promise<Buffer> {
  const kept = new Map<string, { until: number; xml: Promise<Buffer> }>()
  const inGate = createGate(1)
  return (key, write) => {
    const now = clock().getTime()
    const known = kept.get(key)
    if (known && known.until > now) return known.xml
    const xml = inGate(async () => promisify(gzip)(await write()))
    kept.delete(key)
    kept.set(key, { until: now + KEPT_MS, xml })
    xml.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return xml
  }
}

async function indexXml(app: App, stranger: Stranger, partSize: number): Promise<string> {
  const parts = [`${SITE}-1`]
  for (const listed of listedPages(app)) {
    const { from, where, params } = listed.select(stranger)
    const sql = `select count(*)::int as count from ${from} where ${where}`
    const [{ count } = { count: 0 }] = await app.orm.em.fork().execute<{ count: number }[]>(sql, [...params])
    for (let part = 1; (part - 1) * partSize < count; part += 1) parts.push(`${listed.name}-${part}`)
  }
  const lines = parts.map(
    (part) => `<sitemap><loc>${escapeHtml(`${app.config.publicUrl}/sitemap-${part}.xml`)}</loc></sitemap>`,
  )
  return document('sitemapindex', lines)
}

type Part = { stranger: Stranger; path: string; partSize: number }

/** Writes a part; null for one that no sitemap names. */
function partOf(app: App, { stranger, path, partSize }: Part): Write | null {
  const [, name, number] = PART.exec(path) ?? []
  if (name === undefined) return null
  if (name === SITE && number === '1') {
    return () =>
      Promise.resolve(
        document(
          'urlset',
          OPEN_PAGES.map((path) => urlXml(app, { path, changed: null })),
        ),
      )
  }
  const listed = listedPages(app).find((one) => one.name === name)
  if (!listed) return null
  return async () => {
    const { path, changed, from, where, order, params } = listed.select(stranger)
    const rows = await app.orm.em.fork().execute<Address[]>(
      `select ${path} as path, to_char(${changed} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed
       from ${from} where ${where} order by ${order} limit ? offset ?`,
      [...params, partSize, (Number(number) - 1) * partSize],
    )
    return document(
      'urlset',
      rows.map((row) => urlXml(app, row)),
    )
  }
}

function listedPages({ domains }: App): ListedPages[] {
  return domains.publicPages.flatMap(({ listed }) => listed ?? [])
}

type Address = { path: string; changed: string | null }

function urlXml({ config }: App, { path, changed }: Address): string {
  const loc = `<loc>${escapeHtml(encodeURI(config.publicUrl + path))}</loc>`
  return `<url>${loc}${changed === null ? '' : `<lastmod>${changed}</lastmod>`}</url>`
}

function document(root: 'sitemapindex' | 'urlset', lines: readonly string[]): string {
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return `${[head, ...lines, `</${root}>`].join('\n')}\n`
}

async function sendXml(request: Request, response: Response, zipped: Buffer): Promise<void> {
  const isZipped = acceptedEncoding(request.headers['accept-encoding']?.replaceAll(/\bbr\b/g, '')) === 'gzip'
  const body = isZipped ? zipped : await promisify(gunzip)(zipped)
  if (response.completed) return
  response.status(200).header('content-type', 'application/xml; charset=utf-8', true)
  response.header('cache-control', CACHE, true).header('vary', 'accept-encoding')
  if (isZipped) response.header('content-encoding', 'gzip', true)
  response.send(body)
}

/** First segments that have pages for everybody below them, or are one. */
const read: ReadonlySet<string> = new Set([
  ...OPEN_PAGES.map((path) => path.slice(1)),
  ...['galleries', 'posts', 'products', 'videos'],
])

function sendRobots({ config }: App, response: Response): void {
  const closed = PAGE_SEGMENTS.filter((segment) => !read.has(segment))
  const lines = [
    'User-agent: *',
    ...['/api/', '/media/', '/mailbox'].map((path) => `Disallow: ${path}`),
    // A name of an account may begin like a page. Below `/share` lie the pictures of heads.
    ...closed.flatMap((segment) => [
      `Disallow: /${segment}$`,
      ...(segment === 'share' ? [] : [`Disallow: /${segment}/`]),
    ]),
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
    '',
  ]
  response.status(200).header('content-type', 'text/plain; charset=utf-8', true)
  response.header('cache-control', 'public, max-age=3600', true).send(lines.join('\n'))
}
