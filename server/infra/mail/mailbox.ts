import type { App } from '../../app.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Exchange } from '../http/request-pipeline.ts'
import type { Limit } from '../http/route.ts'
import { Mail } from './entity.ts'
import { mailboxPage } from './mailbox-page.ts'

const SHOWN = 100
const LIMITS: readonly Limit[] = [{ points: 300, seconds: 60, by: 'ip' }]

/** Serves `/mailbox`, where everybody's reset links can be read, if `config.mailbox` is `on`. */
export function mountMailbox(server: HttpServer, app: App, exchange: Exchange): void {
  if (app.config.mailbox === 'off') return
  const handler = exchange(async (request, response) => {
    const to = (new URLSearchParams(request.path_query).get('to') ?? '')
      .replaceAll('\0', '')
      .trim()
      .toLowerCase()
      .slice(0, 254)
    const em = app.orm.em.fork()
    const found = await em.find(Mail, to ? { to } : {}, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: SHOWN })
    const words = await app.domains.mailWords(em, found)
    const worded = found.map((mail) => ({ ...mail, ...words.get(mail.id) }))
    if (response.completed) return
    response.header('content-type', 'text/html; charset=utf-8', true).header('cache-control', 'no-store', true)
    response.send(mailboxPage(worded, to))
  }, LIMITS)
  server.serve('GET', '/mailbox', handler)
}
