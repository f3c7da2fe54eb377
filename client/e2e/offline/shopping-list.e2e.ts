import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from 'playwright/test'
import { root } from '../../../tools/run.ts'

let server: ChildProcess
let url: string

test.beforeAll(async () => {
  server = spawn(process.execPath, ['sync/examples/shopping-list/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!server.stdout) throw new Error('The example says nothing.')
  const [said] = (await once(createInterface(server.stdout), 'line')) as [string]
  url = said.replace('The list is at ', '')
})

test.afterAll(() => void server.kill())

test('the example: two tabs and another device share a list, without a line and after it', async ({ browser }) => {
  const phone = await browser.newContext()
  const first = await openList(phone, url)
  await expect(first.getByText('Everything is on the server.')).toBeVisible()
  const second = await openList(phone, first.url())
  await phone.setOffline(true)
  await add(first, 'bread')
  await add(second, 'milk')
  for (const tab of [first, second]) await expect(tab.getByRole('listitem')).toHaveText([/bread/, /milk/])
  await second.getByRole('checkbox', { name: 'bread' }).check()
  await expect(first.getByRole('checkbox', { name: 'bread' })).toBeChecked()
  await expect(first.getByText('3 on this device only')).toBeVisible()

  const laptop = await browser.newContext()
  const elsewhere = await openList(laptop, first.url())
  await add(elsewhere, 'tea')
  await phone.setOffline(false)
  for (const tab of [first, second, elsewhere]) {
    await expect(tab.getByRole('listitem')).toHaveCount(3)
    await expect(tab.getByRole('checkbox', { name: 'bread' })).toBeChecked()
  }
  await elsewhere.getByRole('button', { name: 'Remove milk' }).click()
  await expect(second.getByRole('listitem')).toHaveCount(2)
  await Promise.all([phone.close(), laptop.close()])
})

async function openList(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForURL(/\?list=/)
  return page
}

async function add(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'What to buy' }).fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(text)).toBeVisible()
}
