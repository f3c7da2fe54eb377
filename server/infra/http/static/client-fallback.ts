import { FILE_ENDING } from '@vesper/sync/vesper/api/username.ts'
import type { Request, Response } from 'hyper-express'
import { MethodNotAllowed } from '../allowed-methods.ts'
import type { HttpServer } from '../http-server.ts'
import { nothingHere } from '../nothing-here.ts'
import type { Handler } from '../request-pipeline.ts'
import type { OldAssets } from './old-assets.ts'
import { isHashedAsset, readStaticFile, sendStaticFile } from './static-files.ts'
import type { StaticFile, StaticFiles } from './static-files.ts'

/** Addresses that never belong to the client's router: an unknown one among them is an error, not the app. */
const notTheClients = /^\/(api|media|socket\.io|assets|flags|health|ready)(\/|$)/

/** A name of an account, maybe one that ends like a file: it was chosen before none could. */
const oneSegment = /^\/[^/]+$/

/**
 * Answers what no route has: the files of the built client, and its page for every address that its router may know.
 * A missing asset comes from `oldAssets`, else it
 * is 404, so that a page of an older version notices; only who asks for a page gets it under the name of a
 * file that is not there. `pagesOf` answers pages with what each has in its head. Without a build, a page says how to make one. An address that exists for other methods says which.
 */
export async function fallback(
  files: StaticFiles,
  { methods, oldAssets = null }: Pick<HttpServer, 'methods'> & { oldAssets?: OldAssets | null },
  pagesOf: (page: StaticFile) => Handler = asBuilt,
): Promise<Handler> {
  const page = files.get('/index.html') ?? (await readStaticFile('/index.html', Buffer.from(notBuilt)))
  const sendPage = pagesOf(page)
  return (request, response, call) => {
    const { method, path } = request
    const file = notTheClients.test(path) && !path.startsWith('/assets/') ? undefined : files.get(path)
    const isEither = !file && oneSegment.test(path) && FILE_ENDING.test(path)
    if (isEither) response.header('vary', 'accept')
    const asksForPage = request.headers['accept']?.includes('text/html') === true
    const isPage = !notTheClients.test(path) && (isEither ? asksForPage : !FILE_ENDING.test(path))
    const isRead = method === 'GET' || method === 'HEAD'
    if (file && isRead) return sendStaticFile(request, response, file)
    if (isPage && isRead) return sendPage(request, response, call)
    if (oldAssets && isRead && isHashedAsset(path)) return sendOld(oldAssets, request, response)
    const taken = file || isPage ? ['GET', 'HEAD'] : methods.of(path)
    if (taken.length === 0) throw nothingHere()
    const allow = [...taken, 'OPTIONS'].join(', ')
    if (method !== 'OPTIONS') throw new MethodNotAllowed(method, allow)
    response.header('allow', allow, true).status(204).send()
  }
}

/** A page of another release runs on, and asks for what belongs to it. */
async function sendOld(oldAssets: OldAssets, request: Request, response: Response): Promise<void> {
  const file = await oldAssets.read(request.path)
  if (!file) throw nothingHere()
  if (!response.completed) sendStaticFile(request, response, file)
}

function asBuilt(page: StaticFile): Handler {
  return (request, response) => sendStaticFile(request, response, page)
}

const notBuilt = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="dark light">
  <title>Vesper is not built yet</title>
  <style>
    body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem }
    code { font-size: 0.95em; padding: 0.15em 0.4em; border-radius: 0.3em; background: color-mix(in srgb, currentColor 12%, transparent) }
  </style>
  <h1>The server runs, the app is not built yet</h1>
  <p>Run <code>npm run build</code>, then start the server again. <code>npm start</code> does both.</p>
</html>
`
