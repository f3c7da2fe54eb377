import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'hyper-express'
import { matchesEtag } from '../etag.ts'
import type { Limit } from '../route.ts'
import { acceptedEncoding } from '../send-json.ts'

export type StaticFile = {
  type: string
  cacheControl: string
  /** The tag of the identity; each encoding's tag is made from it. */
  etag: string
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
}

/** The files of a folder by their path in addresses: `/assets/app-1a2b3c4d.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** An address may be shared by thousands; a first visit reads about a hundred files. */
export const FILE_LIMITS: readonly Limit[] = [{ points: 12_000, seconds: 60, by: 'ip' }]

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'
const AN_HOUR = 'public, max-age=3600'

/** Their content decides whether a page works at all, so that an old copy is never used unasked. */
const neverStale: ReadonlySet<string> = new Set(['/sw.js', '/index.html', '/manifest.webmanifest'])

/** Name ends that a hash of the content precedes: such a file never changes. */
const hashed = /^\/assets\/.*-[\w-]{8}\.\w+$/
/** The same without folders, and of characters that no address escapes. */
const hashedName = /^\/assets\/\w[\w.-]*-[\w-]{8}\.\w+$/

/** True for a name that a release gives to one content alone, in the folder of the built scripts. */
export function isHashedAsset(path: string): boolean {
  return hashedName.test(path)
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}
const BROTLI = '.br'
const compressible = /^(text\/|image\/svg|application\/(json|manifest\+json|wasm))/

/**
 * Reads a folder into memory, compressed once; empty when there is no such folder. A build may have compressed a file already:
 * `app.js.br` lies beside `app.js` then.
 */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const names = filesBelow(folder)
  const all = new Set(names)
  const originals = names.filter((name) => !(name.endsWith(BROTLI) && all.has(name.slice(0, -BROTLI.length))))
  const files = await Promise.all(
    originals.map(async (name) => {
      const path = `/${name.split(sep).join('/')}`
      const br = all.has(name + BROTLI) ? readFileSync(join(folder, name + BROTLI)) : undefined
      return [path, await readStaticFile(path, readFileSync(join(folder, name)), br)] as const
    }),
  )
  return new Map(files)
}

/** `br`: the file as a build has compressed it. */
export async function readStaticFile(path: string, identity: Buffer, br?: Buffer): Promise<StaticFile> {
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return {
    type,
    cacheControl: neverStale.has(path) ? ASK_FIRST : hashed.test(path) ? FOR_EVER : AN_HOUR,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: compressible.test(type) && identity.length > 512 ? await compress(identity, br) : { identity },
  }
}

/**
 * Answers a GET or HEAD with the file: the encoding that the client takes, or 304 when it has this very one. A file that stands
 * for what is not there comes with 404, one that stands for a closed site with 503.
 */
// oxlint-disable-next-line max-params -- as its callers have them
export function sendStaticFile(
  request: Request,
  response: Response,
  file: StaticFile,
  status: 200 | 404 | 503 = 200,
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const compressed = encoding === null ? undefined : file.bodies[encoding]
  const etag = compressed ? `"${file.etag}-${encoding}"` : `"${file.etag}"`
  response.header('cache-control', file.cacheControl, true).header('etag', etag, true)
  if (file.bodies.br) response.header('vary', 'accept-encoding')
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) return void response.status(304).send()
  response.status(status).header('content-type', file.type, true)
  if (compressed && encoding) response.header('content-encoding', encoding, true)
  response.send(compressed ?? file.bodies.identity)
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function compress(identity: Buffer, ready: Buffer | undefined): Promise<StaticFile['bodies']> {
  const [br, gz] = await Promise.all([
    ready && (await isOf(identity, ready)) ? ready : brotliOf(identity),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return br.length < identity.length ? { identity, br, gzip: gz } : { identity }
}

/** False for what another build has left. */
async function isOf(identity: Buffer, br: Buffer): Promise<boolean> {
  const content = await promisify(brotliDecompress)(br).catch(() => null)
  return content?.equals(identity) ?? false
}

function brotliOf(identity: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    // The usual window is of 4 MB: to make and clear it for each file takes twice as long as all the rest.
    [constants.BROTLI_PARAM_LGWIN]: windowFor(identity.length),
  }
  return promisify(brotliCompress)(identity, { params })
}

/** The bits of the smallest window that `bytes` fit into. */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants
  // The format keeps 16 bytes of each window for itself.
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))))
}
