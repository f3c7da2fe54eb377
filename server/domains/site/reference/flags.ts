import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { HttpServer } from '../../../infra/http/http-server.ts'
import type { Exchange } from '../../../infra/http/request-pipeline.ts'
import { FILE_LIMITS, readStaticFile, sendStaticFile } from '../../../infra/http/static/static-files.ts'
import type { StaticFile } from '../../../infra/http/static/static-files.ts'

const manifest = createRequire(import.meta.url).resolve('flag-icons/package.json')
const folder = join(dirname(manifest), 'flags', '4x3')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

const FOR_EVER = 'public, max-age=31536000, immutable'

/** The path of a country's flag. It names the version of the set, so that browsers keep it for ever. */
export function flagPath(country: string): string {
  return `/flags/${country.toLowerCase()}.svg?v=${version}`
}

/** Serves the flags. Each is read and compressed when it is first asked for. */
export function mountFlags(server: HttpServer, exchange: Exchange): void {
  const held = new Map<string, Promise<StaticFile>>()
  const read = (name: string): Promise<StaticFile> => readStaticFile(`/flags/${name}`, readFlag(name))
  const flag = exchange(async (request, response) => {
    const name = request.path_parameters['name'] ?? ''
    if (!/^[a-z]{2}\.svg$/.test(name)) throw new Refusal('not-found', 'There is no such flag.')
    const file = await (held.get(name) ?? held.set(name, read(name)).get(name))
    if (!file || response.completed) return
    const isVersioned = request.path_query === `v=${version}`
    sendStaticFile(request, response, isVersioned ? { ...file, cacheControl: FOR_EVER } : file)
  }, FILE_LIMITS)
  server.serve('GET', '/flags/:name', flag)
}

function readFlag(name: string): Buffer {
  try {
    return readFileSync(join(folder, name))
  } catch {
    throw new Refusal('not-found', 'There is no such flag.')
  }
}
