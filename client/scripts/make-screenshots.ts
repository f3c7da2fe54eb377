/**
 * Takes the pictures that the README and the browser's install dialog show, from a running server with demo data:
 * `npm start`, then `node scripts/make-screenshots.ts [address]`. The result is committed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import type { Browser } from 'playwright'
import sharp from 'sharp'

const address = process.argv[2] ?? 'http://localhost:3000'
const folder = new URL('../public/screenshots/', import.meta.url)

await mkdir(folder, { recursive: true })
const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
  // Chromium refuses to run its sandbox as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await take(browser, { name: 'narrow-messages', width: 390, height: 844, scale: 2 })
  await take(browser, { name: 'wide-messages', width: 1280, height: 800, scale: 1 })
  await take(browser, { name: 'wide-profile', width: 1280, height: 800, scale: 1, path: '/hana.kiln?tab=galleries' })
} finally {
  await browser.close()
}

/** Without a path, the first conversation. */
type Picture = { name: string; width: number; height: number; scale: number; path?: string }

async function take(from: Browser, { name, width, height, scale, path }: Picture): Promise<void> {
  const viewport = { width, height }
  const context = await from.newContext({ viewport, deviceScaleFactor: scale, serviceWorkers: 'block', locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${address}/auth/login`)
  await page.getByRole('textbox', { name: 'Email or username' }).fill('fan1')
  await page.getByRole('textbox', { name: 'Password' }).fill('vesper-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.goto(`${address}${path ?? '/messages'}`)
  if (path === undefined) {
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
    await page.getByRole('log', { name: 'Messages' }).waitFor()
  } else await page.getByRole('list', { name: 'Galleries' }).waitFor()
  await page.waitForLoadState('networkidle')
  const shot = sharp(await page.screenshot())
  // A profile has drawn photos, which a palette does not suit. Install dialogs take PNG.
  const [format, picture] =
    path === undefined
      ? (['png', shot.png({ palette: true, quality: 90, compressionLevel: 9 })] as const)
      : (['webp', shot.webp({ quality: 78 })] as const)
  await writeFile(new URL(`${name}.${format}`, folder), await picture.toBuffer())
  await context.close()
}
