import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { AppServer } from '../client/e2e/fixtures/app-server.ts'
import { buildClient } from './build-client.ts'
import { findChromium } from './find-chromium.ts'
import { freePort } from './free-port.ts'

type Scores = Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>

/** The scores, the work of the main thread in milliseconds, and in words what falls short of the scores. */
type Audit = { scores: Scores; mainThreadMs: number; complaints: string[] }

/** The performance score depends on the machine: it is printed. The work of the main thread is compared. */
const goals: Scores = { performance: 0, accessibility: 100, 'best-practices': 100, seo: 100 }
const RATIOS = join(import.meta.dirname, 'lighthouse.ratios.json')
const RUNS = 3

/** A bare page with a plain list: what any page costs on this machine. */
const BARE_PAGE = `<!doctype html><html lang="en"><title>Bare</title><meta name="viewport" content="width=device-width">
<ul></ul><script>
const list = document.querySelector('ul')
for (let n = 0; n < 5000; n += 1) list.append(Object.assign(document.createElement('li'), { textContent: 'Plain row ' + n }))
</script></html>`

/**
 * Lighthouse's scores of 0 to 100 for a page on a mid-range phone with a slow line, in a browser without history.
 * The work of the main thread depends on what else the machine does, so the run with the median of it is taken.
 * `token`: of who is signed in; null for a visitor.
 */
async function audit(url: string, { runs, token = null }: { runs: number; token?: string | null }): Promise<Audit> {
  const audits: Audit[] = []
  for (let index = 0; index < runs; index++) audits.push(await auditOnce(url, token))
  const sorted = audits.sort((a, b) => a.mainThreadMs - b.mainThreadMs)
  const median = sorted[Math.floor(runs / 2)]
  if (!median) throw new Error('Lighthouse has to run at least once.')
  return median
}

async function auditOnce(url: string, token: string | null): Promise<Audit> {
  const port = await freePort()
  const { executablePath, args } = await findChromium()
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
  try {
    if (token) await signIn(port, { url, token })
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(goals),
      // It would take the login away.
      disableStorageReset: token !== null,
    })
    if (!result) throw new Error(`Lighthouse has no result for ${url}`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
    const score = (category: keyof Scores) => {
      const value = categories[category]?.score
      if (typeof value === 'number') return Math.round(value * 100)
      const errors = Object.values(audits).map(({ id, errorMessage }) => errorMessage && `${id}: ${errorMessage}`)
      throw new Error(`Lighthouse has no score for ${category}:\n${errors.filter(Boolean).join('\n')}`)
    }
    const complaints = Object.values(audits).filter(({ score: value }) => value !== null && value < 0.9)
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      mainThreadMs: audits['mainthread-work-breakdown']?.numericValue ?? 0,
      complaints: complaints.map(({ title, displayValue }) => [title, displayValue].filter(Boolean).join(': ')),
    }
  } finally {
    await browser.close()
  }
}

/** Where Lighthouse opens its page: the browser's own context. */
async function signIn(port: number, { url, token }: { url: string; token: string }): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  await browser.contexts()[0]?.addCookies([{ name: 'token', value: token, url, sameSite: 'Strict' }])
}

await buildClient()
const server = await AppServer.create()
const bare = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(BARE_PAGE))
try {
  await server.start()
  await once(bare.listen(0, '127.0.0.1'), 'listening')
  const { port } = bare.address() as AddressInfo
  let last: Audit | null = null
  const measure = async () => {
    const plain = await audit(`http://127.0.0.1:${port}/`, { runs: RUNS })
    last = await audit(`${server.url}/auth/login`, { runs: RUNS })
    const [work, plainWork] = [last, plain].map(({ mainThreadMs }) => Math.round(mainThreadMs))
    console.log(`work of the main thread: ${work} ms, on a bare page ${plainWork} ms`)
    return { 'login-main-thread': last.mainThreadMs / plain.mainThreadMs }
  }
  const worse = await compareRatios({ file: RATIOS, measure })
  const reached = [areReached('login', last)]
  const token = await logIn('fan1')
  for (const page of [{ path: '/explore' }, { path: '/creator1' }, { path: '/home', token }]) {
    reached.push(
      areReached(page.path, await audit(`${server.url}${page.path}`, { runs: 1, token: page.token ?? null })),
    )
  }
  process.exitCode = reached.every(Boolean) && worse.length === 0 ? 0 : 1
  for (const sentence of worse) console.log(`✗ ${sentence}`)
} finally {
  bare.close()
  await server.remove()
}

async function logIn(username: string): Promise<string> {
  const body = JSON.stringify({ username, password: 'vesper-demo' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  return ((await answer.json()) as { token: string }).token
}

function areReached(page: string, measured: Audit | null): boolean {
  if (!measured) return false
  console.log(page)
  const { scores, complaints } = measured
  const names = Object.keys(goals) as (keyof Scores)[]
  for (const name of names) {
    console.log(`${scores[name] >= goals[name] ? '✓' : '✗'} ${name}: ${scores[name]}, to be at least ${goals[name]}`)
  }
  const reached = names.every((name) => scores[name] >= goals[name])
  if (!reached) console.log(complaints.map((complaint) => `  ${complaint}`).join('\n'))
  return reached
}
