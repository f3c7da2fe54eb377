import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { RawConnection } from '../../../testing/raw-http.ts'
import { HttpServer } from '../http-server.ts'
import { createLog } from '../log.ts'
import { createRequestPipeline } from '../request-pipeline.ts'
import { fallback } from './client-fallback.ts'
import { readStaticFiles, sendStaticFile } from './static-files.ts'

const script = `console.log(${JSON.stringify('a'.repeat(4000))})`
let folder: string
let server: HttpServer
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-dist-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'icons'))
  const page = '<!doctype html><title>Vesper</title>'
  const files = {
    'index.html': page,
    'sw.js': script,
    'manifest.webmanifest': '{}',
    'assets/app-1a2B_-3c.js': script,
    'icons/icon.png': 'png',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  ;({ server, url } = await serveFolder(folder))
})
afterAll(async () => {
  await server.drain(100)
  rmSync(folder, { recursive: true, force: true })
})

async function serveFolder(path: string): Promise<{ server: HttpServer; url: string }> {
  const files = new HttpServer({ exclusivePort: false })
  const exchange = createRequestPipeline({ config: readConfig({ NODE_ENV: 'test' }), log: createLog('silent') })
  files.any('/*', exchange(await fallback(await readStaticFiles(path), files)))
  await files.listen(0, '127.0.0.1')
  return { server: files, url: `http://127.0.0.1:${files.port}` }
}

test.each([
  ['/assets/app-1a2B_-3c.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/messages/0192', 'text/html; charset=utf-8', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
  ['/icons/icon.png', 'image/png', 'public, max-age=3600'],
])('%s is %s, kept as %s', async (path, type, cache) => {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('cache-control')).toBe(cache)
})

test.each(['/assets/gone-12345678.js', '/favicon.ico', '/api/unknown', '/api', '/media/x', '/assets/'])(
  '%s is not there, and is no page',
  async (path) => {
    const answer = await fetch(url + path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ statusCode: 404 })
  },
)

async function visit(path: string, accept: string): Promise<(string | number | null | undefined)[]> {
  const { status, headers } = await fetch(url + path, { headers: { accept } })
  return [path, status, headers.get('content-type')?.split(';')[0], headers.get('vary')]
}

const BROWSING = 'text/html,application/xhtml+xml,*/*;q=0.8'

test.each([BROWSING, '*/*', 'image/png'])('a name with a dot in it is a page, whoever asks: %s', async (accept) => {
  for (const path of ['/ada.lovelace', '/anna.b', '/ada.lovelace/posts', '/studio/v1.2']) {
    expect(await visit(path, accept)).toEqual([path, 200, 'text/html', null])
  }
  for (const path of ['/icons/old.PNG', '/assets/gone-12345678.js']) {
    expect(await visit(path, accept)).toEqual([path, 404, 'application/json', 'accept-encoding'])
  }
})

test('the name of a file that is not there is a page for who asks for one', async () => {
  for (const path of ['/node.js', '/favicon.ico', '/Ada.PNG']) {
    expect(await visit(path, BROWSING)).toEqual([path, 200, 'text/html', 'accept'])
    expect(await visit(path, '*/*')).toEqual([path, 404, 'application/json', 'accept, accept-encoding'])
  }
  expect(await visit('/sw.js', BROWSING)).toEqual(['/sw.js', 200, 'text/javascript', 'accept-encoding'])
})

test.each([
  '/../package.json',
  '/assets/../../package.json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '//etc/passwd.txt',
])('%s leads out of nothing', async (path) => {
  const raw = new RawConnection(url).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect((await raw.answer()).status).toBe(404)
  raw.cut()
})

test('each encoding has its own tag, and an unchanged file is not sent again', async () => {
  const tags = new Set<string>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    const first = await fetch(`${url}/sw.js`, { headers })
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(await first.text()).toBe(script)
    const etag = first.headers.get('etag') ?? ''
    tags.add(etag)
    const again = await fetch(`${url}/sw.js`, { headers: { ...headers, 'if-none-match': `W/${etag}, "other"` } })
    expect(again.status).toBe(304)
  }
  expect(tags.size).toBe(3)
})

test('a file that the build has compressed is sent as it is, and one of another build is not', async () => {
  const built = mkdtempSync(join(tmpdir(), 'vesper-built-'))
  // More than the server's own would be, so that the two differ.
  const ready = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
  writeFileSync(join(built, 'new.js'), script)
  writeFileSync(join(built, 'new.js.br'), ready)
  writeFileSync(join(built, 'old.js'), script)
  writeFileSync(join(built, 'old.js.br'), brotliCompressSync(`${script}// before`))
  writeFileSync(join(built, 'lone.txt.br'), 'no other')
  const files = await readStaticFiles(built)
  rmSync(built, { recursive: true, force: true })
  expect([...files.keys()].toSorted()).toEqual(['/lone.txt.br', '/new.js', '/old.js'])
  expect(files.get('/new.js')?.bodies.br?.equals(ready)).toBe(true)
  const own = files.get('/old.js')?.bodies.br
  expect(own && brotliDecompressSync(own).toString()).toBe(script)
})

test('HEAD and 304 leave a kept-alive connection ready for the next request', async () => {
  const raw = new RawConnection(url)
  raw.write('HEAD /sw.js HTTP/1.1\r\nhost: x\r\n\r\n')
  const head = await raw.answer({ withoutBody: true })
  expect(head.headers['content-length']).toBe(String(script.length))
  raw.write(`GET /sw.js HTTP/1.1\r\nhost: x\r\nif-none-match: ${head.headers['etag']}\r\n\r\n`)
  expect((await raw.answer({ withoutBody: true })).status).toBe(304)
  raw.write('GET /sw.js HTTP/1.1\r\nhost: x\r\n\r\n')
  expect((await raw.answer()).body).toBe(script)
  raw.cut()
})

test('pages are answered by what they are handed to, files are not', async () => {
  const files = new HttpServer({ exclusivePort: false })
  const exchange = createRequestPipeline({ config: readConfig({ NODE_ENV: 'test' }), log: createLog('silent') })
  const gone: Parameters<typeof fallback>[2] = (page) => (request, response) =>
    sendStaticFile(request, response, page, 404)
  files.any('/*', exchange(await fallback(await readStaticFiles(folder), files, gone)))
  await files.listen(0, '127.0.0.1')
  const at = `http://127.0.0.1:${files.port}`
  const page = await fetch(`${at}/somebody`)
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  // Who has it is told again that it is not there.
  const again = await fetch(`${at}/somebody`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect(again.status).toBe(404)
  expect((await fetch(`${at}/sw.js`)).status).toBe(200)
  expect((await fetch(`${at}/somebody`, { method: 'POST' })).status).toBe(405)
  await files.drain(100)
})

test('only GET and HEAD read files', async () => {
  expect((await fetch(`${url}/`, { method: 'POST', body: 'x' })).status).toBe(405)
})

test('without a build a page says how to make one', async () => {
  const bare = await serveFolder(join(folder, 'nowhere'))
  const answer = await fetch(`${bare.url}/`)
  expect(await answer.text()).toContain('npm run build')
  await bare.server.drain(100)
})
