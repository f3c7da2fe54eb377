import type { Page } from 'playwright/test'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type Picture = { src: string; sizes?: string }
type Manifest = {
  start_url: string
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { url: string; icons: Picture[] }[]
}

test('the browser finds nothing in the way of installing, and every picture is as the manifest says', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server, { isNew: true })
  const page = await device.open()
  await page.goto('/auth/login')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const cdp = await page.context().newCDPSession(page)
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { data, errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '') as Manifest
  expect(manifest.screenshots.length).toBeGreaterThan(0)
  const { icons, screenshots, shortcuts } = manifest
  for (const picture of [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)])
    expect(await sizeOf(page, picture.src), picture.src).toBe(picture.sizes)
})

/** A shortcut of creators leads a fan to what fans have instead. */
const places: [account: string, places: Record<string, string | RegExp>][] = [
  ['fan3', { '/': '/home', '/creator/studio/new': '/home', '/creator/live': '/live', '/creator/media': '/home' }],
  ['creator3', { '/': '/creator3', '/creator/studio/new': /^\/creator\/studio\/[0-9a-f-]{36}$/ }],
]
for (const [account, changed] of places) {
  test(`the installed app and its shortcuts start without a line for ${account}`, async ({ server, newDevice }) => {
    const device = await newDevice(server)
    const first = await device.open()
    await logIn(first, account)
    const cdp = await first.context().newCDPSession(first)
    const manifest = JSON.parse((await cdp.send('Page.getAppManifest')).data ?? '') as Manifest
    await device.close()

    const page = await device.open()
    await device.setOffline(true)
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const place = changed[path] ?? path
      await expect
        .poll(() => new URL(page.url()).pathname)
        .toEqual(typeof place === 'string' ? place : expect.stringMatching(place))
    }
  })
}

/** The size of a picture as it is, in the manifest's way of saying it. */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address)
    if (!answer.ok) return `status ${answer.status}`
    const { width, height } = await createImageBitmap(await answer.blob())
    return `${width}x${height}`
  }, src)
}
