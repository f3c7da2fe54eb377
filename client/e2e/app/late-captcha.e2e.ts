import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppServer } from '../fixtures/app-server.ts'
import { changeSetting } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'

/** The part of Google's script that the app calls: it shows a line in the place of the check. */
const SCRIPT = `window.grecaptcha = {
  ready: (whenReady) => whenReady(),
  render: (element) => (element.textContent = 'The check of a person', 0),
  reset: () => {},
}`

test('a device that has the app loads the check of a person after the site has turned it on', async ({ newDevice }) => {
  test.setTimeout(120_000)
  const captcha = createServer((_request, response) => {
    response.setHeader('content-type', 'text/javascript').setHeader('cross-origin-resource-policy', 'cross-origin')
    response.end(SCRIPT)
  })
  await new Promise<void>((resolve) => captcha.listen(0, '127.0.0.1', resolve))
  const CAPTCHA_URL = `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`
  const server = await AppServer.create({ env: { CAPTCHA_URL, SEED: 'none' } })
  try {
    await server.start()
    const device = await newDevice(server, { isNew: true })
    const page = await device.open()
    await page.goto('/contact')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.reload()

    await changeSetting(server, 'googleReCaptchaSiteKey', { key: 'a site key' })
    await changeSetting(server, 'enableGoogleReCaptcha', true)
    await page.goto('/contact')
    await expect(page.getByText('The check of a person')).toBeVisible({ timeout: 20_000 })
  } finally {
    await server.remove()
    captcha.close()
  }
})
