import { randomUUID } from 'node:crypto'
import type { Request } from 'hyper-express'

/** The id by which a proxy in front knows the request, if it is a sane one; else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers['x-request-id']
  return given && /^[\w.:-]{8,80}$/.test(given) ? given : randomUUID()
}
