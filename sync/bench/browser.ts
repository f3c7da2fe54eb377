import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { BrowserContext, Page } from 'playwright'
import { findChromium } from '../../tools/find-chromium.ts'
import type { EngineName } from './engines/list.ts'
import type { JobArgs, JobResult, Jobs } from './in-page/page.ts'

/** How long a page may take for a job. */
const LIMIT_MS = 120_000

/** A profile on disk, for browser processes that come and go. */
export class Profile {
  readonly #folder: string
  readonly #url: string

  static async create(url: string): Promise<Profile> {
    return new Profile(await mkdtemp(join(tmpdir(), 'vesper-peers-')), url)
  }

  private constructor(folder: string, url: string) {
    this.#folder = folder
    this.#url = url
  }

  /** A new browser process, with the page of an engine open. */
  async open(engine: EngineName): Promise<EnginePage> {
    const { executablePath, args } = await findChromium()
    const context = await chromium.launchPersistentContext(this.#folder, { executablePath, args })
    const page = context.pages()[0] ?? (await context.newPage())
    return EnginePage.open(context, page, `${this.#url}/${engine}`)
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The page of an engine: does one job after another. */
export class EnginePage {
  readonly context: BrowserContext
  readonly page: Page

  static async open(context: BrowserContext, page: Page, url: string): Promise<EnginePage> {
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in globalThis)
    return new EnginePage(context, page)
  }

  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
  }

  async run<Name extends keyof Jobs>(name: Name, args: JobArgs<Name>): Promise<JobResult<Name>> {
    const asked = this.page.evaluate(
      ([name, args]) =>
        (globalThis as unknown as { bench: { run(name: unknown, args: unknown): unknown } }).bench.run(name, args),
      [name, args] as const,
    )
    const limit = AbortSignal.timeout(LIMIT_MS)
    const late = once(limit, 'abort').then(() => Promise.reject(new Error(`${name} took longer than ${LIMIT_MS} ms.`)))
    return (await Promise.race([asked, late])) as JobResult<Name>
  }

  close(): Promise<void> {
    return this.context.close()
  }
}

/** A fresh profile for one measurement. */
export async function inFreshProfile<Result>(
  url: string,
  engine: EngineName,
  work: (page: EnginePage) => Promise<Result>,
): Promise<Result> {
  const profile = await Profile.create(url)
  try {
    const page = await profile.open(engine)
    try {
      return await work(page)
    } finally {
      await page.close()
    }
  } finally {
    await profile.remove()
  }
}
