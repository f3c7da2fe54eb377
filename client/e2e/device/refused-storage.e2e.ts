import { logInByForm, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const refusals = {
  'has no IndexedDB': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'refuses to open a database': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
}

for (const [what, refuse] of Object.entries(refusals)) {
  test(`a browser that ${what} is told of, and reads and writes with a connection`, async ({ server, newDevice }) => {
    const device = await newDevice(server)
    const page = await device.open()
    await page.addInitScript(refuse)
    await logInByForm(page, 'fan1')
    const told = page.getByText('This browser does not let Vesper store anything.')
    await expect(told).toBeVisible()
    await openConversation(page, 'Teo Almeida')
    const text = `from a browser that ${what}`
    await send(page, text)
    await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
    await page.reload()
    await expect(told).toHaveCount(1)
    await expect(messages(page).filter({ hasText: text })).toBeVisible()
    await expect(page.getByText('Close other tabs')).toHaveCount(0)
    await expectAccessible(page)
  })
}
