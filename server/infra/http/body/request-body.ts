import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Request, Response } from 'hyper-express'

/** The client hung up in the middle of its request: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

export function hasBody(request: Request): boolean {
  return Number(request.headers['content-length']) > 0 || request.headers['transfer-encoding'] === 'chunked'
}

/** Refuses a compressed body: it would be read as if it were not. */
export function checkEncoding(request: Request): void {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== '') {
    throw new Refusal('unsupported', 'Send the body without a content encoding.')
  }
}

/** Refuses a body that announces more bytes than `limit`. */
export function checkLength(request: Request, limit: number): void {
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit)
}

/** The bytes that a body announces; of one that announces none, as many as it may have. */
export function announcedLength(request: Request, limit: number): number {
  const length = request.headers['content-length'] ?? ''
  return /^\d+$/.test(length) ? Number(length) : limit
}

export function tooLarge(limit: number): Refusal {
  const kilobytes = Math.floor(limit / 1024)
  const megabytes = Math.floor(kilobytes / 1024)
  return new Refusal(
    'too-large',
    megabytes > 0
      ? `This is too large: at most ${megabytes} MB can be sent.`
      : `This is too large: at most ${kilobytes} KB can be sent.`,
  )
}

/** The whole body, of at most `limit` bytes. Rejects with `ClientGone` where the library would never settle. */
export async function readBody(request: Request, response: Response, limit: number): Promise<Buffer> {
  checkLength(request, limit)
  if (!hasBody(request)) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let bytes = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) return done(tooLarge(limit))
      chunks.push(chunk)
      done()
    },
  })
  await pipeBody(request, response, sink)
  return Buffer.concat(chunks)
}

/**
 * Streams the body into `sink`. An upload that breaks off rejects: the library alone would end it as if complete, or, of one
 * that broke off before it was read, never.
 */
export async function pipeBody(request: Request, response: Response, sink: Writable): Promise<void> {
  // Nothing comes between this look and the listener.
  if (response.completed && !request.received) throw new ClientGone('The client hung up.')
  response.once('abort', () => request.destroy(new ClientGone('The client hung up.')))
  await pipeline(request as unknown as NodeJS.ReadableStream, sink)
}
