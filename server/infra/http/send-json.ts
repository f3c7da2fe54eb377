import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'hyper-express'
import { matchesEtag } from './etag.ts'

/** Below this many bytes compressing costs more than it saves. */
const WORTH_COMPRESSING = 1024

const compressors = {
  // Level 4 is about as fast as gzip and still smaller.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/**
 * Answers with JSON, compressed where that helps and the client takes it. Caches keep it for `cacheSeconds`, and then ask with
 * its tag; without them nothing keeps it. Does nothing once the client is gone.
 */
export async function sendJson(
  request: Request,
  response: Response,
  { status = 200, value, cacheSeconds }: { status?: number; value: unknown; cacheSeconds?: number | undefined },
): Promise<void> {
  const body = Buffer.from(JSON.stringify(value))
  if (cacheSeconds !== undefined) {
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    response.header('cache-control', `public, max-age=${cacheSeconds}`, true).header('etag', etag, true)
    response.header('vary', 'accept-encoding')
    if (matchesEtag(request.headers['if-none-match'], etag.slice(2))) return void response.status(304).send()
  }
  const encoding = body.length >= WORTH_COMPRESSING ? acceptedEncoding(request.headers['accept-encoding']) : null
  const bytes = encoding ? await compressors[encoding](body) : body
  if (response.completed) return
  response.status(status).header('content-type', 'application/json; charset=utf-8', true)
  if (cacheSeconds === undefined) response.header('cache-control', 'no-store', true).header('vary', 'accept-encoding')
  if (encoding) response.header('content-encoding', encoding, true)
  response.send(bytes)
}

/** Brotli if the client takes it, else gzip, else null. An entry with `q=0` is a refusal. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | null {
  const accepted = new Set<string>()
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}
