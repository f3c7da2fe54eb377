// A shopping list that several devices share, online or not: node sync/examples/shopping-list/start.ts
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { ListServer } from './list-server.ts'

const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shopping list</title><style>:root { color-scheme: light dark; font: 1.1rem system-ui; padding: 1rem }</style>
<h1>Shopping list</h1><form><input name="text" aria-label="What to buy" required><button>Add</button></form>
<ul></ul><output></output><script type="module" src="/page.js"></script>`

const script = await bundle()
const lists = new ListServer()
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js'
  if (request.method === 'GET') {
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : html)
    return
  }
  json(request).then(
    (body) => {
      const { status, answer } = lists.sync(tokenOf(request), body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    },
    () => response.writeHead(400).end(),
  )
})
server.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`The list is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

function tokenOf({ headers }: IncomingMessage): string {
  return headers.authorization?.replace('Bearer ', '') ?? ''
}

async function bundle(): Promise<string> {
  const input = `${import.meta.dirname}/page.ts`
  const options = { write: false, target: 'es2022', rolldownOptions: { input } } as const
  const built = await build({ root: import.meta.dirname, configFile: false, logLevel: 'error', build: options })
  return (built as Rolldown.RolldownOutput).output[0].code
}
