import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpServer } from '../http-server.ts'
import type { Exchange } from '../request-pipeline.ts'
import type { Route } from '../route.ts'
import { FILE_LIMITS, readStaticFile, sendStaticFile } from '../static/static-files.ts'
import { apiDocsPage } from './api-docs.ts'
import { openApi } from './openapi.ts'

/** `/api/openapi.json`, and the same as a page at `/api/docs`. */
export async function mountDocs(server: HttpServer, routes: readonly Route[], exchange: Exchange): Promise<void> {
  const api = openApi(routes)
  const css = readFileSync(join(import.meta.dirname, 'api-docs.css'))
  const files = [
    ['/api/openapi.json', 'openapi.json', Buffer.from(JSON.stringify(api, null, 2))],
    ['/api/docs', 'docs.html', Buffer.from(apiDocsPage(api))],
    ['/api/docs/style.css', 'style.css', css],
  ] as const
  for (const [path, name, content] of files) {
    const file = { ...(await readStaticFile(`/${name}`, content)), cacheControl: 'no-cache' }
    server.serve(
      'GET',
      path,
      exchange((request, response) => sendStaticFile(request, response, file), FILE_LIMITS),
    )
  }
}
