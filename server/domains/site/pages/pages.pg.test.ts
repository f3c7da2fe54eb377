import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SitePage } from '@vesper/sync/vesper/api/pages.ts'
import { expect } from 'vitest'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { admin } from './admin.ts'

test('lists terms, privacy, help and the attributions in the language asked for', async ({ server }) => {
  const english = await call(server, 'GET /posts/search?sortBy=title&sort=asc')
  expect(slugsOf(english.body)).toEqual(['about', 'help', 'privacy', 'terms'])
  const arabic = await call(server, 'GET /posts/search?locale=ar&q=شروط')
  expect(arabic.body).toMatchObject({ data: [{ slug: 'terms', locale: 'ar' }], total: 1 })
  expect(JSON.stringify(english.body)).not.toContain('"body"')
})

test('answers a page by slug or id, in the language of the header or of the query', async ({ server }) => {
  const languageOf = async (path: string, language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language }
    const response = await fetch(`${server.url}/api/posts/${path}`, { headers })
    return ((await response.json()) as SitePage).locale
  }
  expect(await languageOf('terms')).toBe('en')
  expect(await languageOf('terms', 'sv;q=1, ar-EG;q=0.8, en;q=0.7')).toBe('ar')
  expect(await languageOf('terms', 'ar;q=0, en;q=0.1')).toBe('en')
  expect(await languageOf('terms', 'ar;q=x,,;')).toBe('en')
  expect(await languageOf('TERMS?locale=en', 'ar')).toBe('en')
  const { body } = await call(server, 'GET /posts/about?locale=ar')
  expect(body).toMatchObject({ slug: 'about', body: expect.stringContaining('GeoNames') as string })
  expect((await call(server, `GET /posts/${body['_id'] as string}`)).body).toEqual(body)
})

test.for([
  ['GET /posts/nothing', 404],
  ['GET /posts/01990000-0000-7000-8000-000000000000', 404],
  ['GET /posts/..%2f..', 400],
  ['GET /posts/terms?locale=fr', 400],
] as const)('%s is answered with %i', async ([path, status], { server }) => {
  expect((await call(server, path)).status).toBe(status)
})

test('the operator sets a page from a file, publishes it and withdraws it', async ({ server, onTestFinished }) => {
  const folder = await makeFolder(onTestFinished)
  const file = join(folder, 'terms.md')
  await writeFile(file, '# Our terms\r\n\r\n## Be kind\r\n\r\n<script>alert(1)</script>\r\n')
  const shown = async () => (await call(server, 'GET /posts/terms')).body
  const before = await shown()
  await run(server, 'set', 'terms', 'en', file)
  expect(await shown()).toEqual(before)
  expect(await run(server)).toContain('terms  en  draft  Our terms')
  await run(server, 'publish', 'terms', 'en')
  // The body is text: clients show it as text.
  expect(await shown()).toMatchObject({ title: 'Our terms', body: '## Be kind\n\n<script>alert(1)</script>' })
  await writeFile(file, '# Our later terms\n\nBe kinder.')
  await run(server, 'set', 'terms', 'en', file)
  expect(await shown()).toMatchObject({ title: 'Our terms' })
  await run(server, 'publish', 'terms', 'en')
  expect(await shown()).toMatchObject({ title: 'Our later terms' })
  await run(server, 'withdraw', 'terms', 'en')
  expect(await shown()).toEqual(before)
  await expect(run(server, 'publish', 'terms', 'en')).rejects.toThrow('This page has no draft.')
  await expect(run(server, 'withdraw', 'terms', 'en')).rejects.toThrow('You have not published this page.')
})

test('a page of the operator in English stands in where there is none in Arabic', async ({
  server,
  onTestFinished,
}) => {
  const folder = await makeFolder(onTestFinished)
  const file = join(folder, 'rules.md')
  await writeFile(file, '# House rules\n\nBe kind.')
  await run(server, 'set', 'house-rules', 'en', file)
  await run(server, 'publish', 'house-rules', 'en')
  expect((await call(server, 'GET /posts/house-rules?locale=ar')).body).toMatchObject({ locale: 'en' })
  expect((await call(server, 'GET /posts/search?locale=ar')).body['total']).toBe(5)
})

test.for([
  ['Only a line', 'The first line of the file is'],
  ['# \u200b\n\nText', 'The first line of the file is'],
  ['# Title\n', 'The page has no text.'],
  [`# ${'a'.repeat(121)}\n\nText`, 'at most 120'],
  [`# Title\n\n${'a'.repeat(50_001)}`, 'at most 50,000'],
  ['# Title\n\nabc \u202egnp.exe', 'turn its direction'],
  ['# Title\n\nabc\u0007', 'control characters'],
] as const)('refuses a file that is no page: %j', async ([text, message], { server, onTestFinished }) => {
  const folder = await makeFolder(onTestFinished)
  await writeFile(join(folder, 'page.md'), text)
  await expect(run(server, 'set', 'terms', 'en', join(folder, 'page.md'))).rejects.toThrow(message)
})

async function run({ app }: TestServer, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await admin['page']?.run({ app, args, print: (line) => void lines.push(line) })
  return lines.join('\n')
}

function slugsOf(body: Record<string, unknown>): string[] {
  return (body['data'] as { slug: string }[]).map(({ slug }) => slug)
}

async function makeFolder(onEnd: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vesper-pages-'))
  onEnd(() => rm(folder, { recursive: true }))
  return folder
}
