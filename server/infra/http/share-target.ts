import { SHARED_FIELDS, sharedText } from '@vesper/sync/vesper/api/shared-text.ts'
import busboy from 'busboy'
import type { Request, Response } from 'hyper-express'
import { announcedLength, ClientGone, hasBody, pipeBody } from './body/request-body.ts'
import type { HttpServer } from './http-server.ts'
import type { Exchange } from './request-pipeline.ts'
import type { Limit } from './route.ts'

const LIMITS: readonly Limit[] = [{ points: 30, seconds: 60, by: 'ip' }]
/** Bytes that are read, to find the words beside the files. Larger posts lead on without their words. */
const READ_MAX = 32 * 1024 * 1024
const FIELD_BYTES = 16 * 1024
/** Characters of the address: proxies take headers of some kilobytes. Longer words are not cut, they do not come along. */
const ADDRESS_MAX = 2_000

/** `isWhole` is false where something of it does not come along. */
type Shared = { text: string; isWhole: boolean }

/**
 * Answers `POST /share` on a device whose service worker does not: on a first visit, or where the browser took it away. Nothing is
 * kept: any website can post here. The page that the answer leads to says that files have to be shared again, and gets the words
 * behind `#`, which no server and no log sees. As with the worker, nothing comes of them without a tap.
 */
export function mountShareTarget(server: HttpServer, exchange: Exchange): void {
  server.serve(
    'POST',
    '/share',
    exchange(async (request, response) => {
      const { text, isWhole } = await readShared(request, response)
      const words = text === '' ? '' : `#text=${encodeURIComponent(text)}`
      const isShort = words.length <= ADDRESS_MAX
      const query = isWhole && isShort ? '' : '?failed=worker'
      if (response.completed) return
      response.status(303).header('location', `/share${query}${isShort ? words : ''}`, true)
      response.header('cache-control', 'no-store', true).send()
    }, LIMITS),
  )
}

async function readShared(request: Request, response: Response): Promise<Shared> {
  if (!hasBody(request)) return { text: '', isWhole: true }
  // Browsers tell the length of a form.
  if (announcedLength(request, Infinity) > READ_MAX) return { text: '', isWhole: false }
  const values = new Map<string, string>()
  let isWhole = true
  try {
    const form = openForm(request)
    form.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) isWhole = false
      else if (!values.has(name)) values.set(name, value.replaceAll('\r\n', '\n'))
    })
    form.on('fieldsLimit', () => (isWhole = false))
    form.on('file', (_name, stream) => {
      // Without a file, a form may send an empty one.
      stream.on('error', () => {}).on('data', () => (isWhole = false))
    })
    await pipeBody(request, response, form)
  } catch (error) {
    if (error instanceof ClientGone) throw error
    // A form that cannot be read is one whose parts have to be shared again.
    isWhole = false
  }
  return { text: sharedText(SHARED_FIELDS.map((name) => values.get(name))), isWhole }
}

function openForm(request: Request): busboy.Busboy {
  const limits = { fields: 10, fieldSize: FIELD_BYTES, fieldNameSize: 100 }
  return busboy({ headers: request.headers, defParamCharset: 'utf8', limits })
}
