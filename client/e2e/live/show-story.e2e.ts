import type { Page } from 'playwright/test'
import { clockSeconds, expectPictures, goLive } from '../fixtures/live.ts'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type Charge = { type: string; tokens: number; message: string }
const charges = async ({ api }: Newcomer) => (await api.get<{ data: Charge[] }>('/wallet/charges/search')).data

test('a fan asks for a private show, sees its cost run, and pays for the connected time alone when the browser is killed', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  await creator.api.put('/streaming/update', { acceptsPrivate: true, privateRate: 60, privateMinimum: 1 })
  const fan = await newFan(server)
  const [studio, watcher] = [await newDevice(server, { hasCamera: true }), await newDevice(server)]
  const [performing, watching] = await Promise.all([studio.open(), watcher.open()])
  await Promise.all([
    logIn(performing, creator.username, '/creator/live'),
    logIn(watching, fan.username, '/wallet').then(() => topUp(watching, 300)),
  ])
  await goLive(performing, 'Ask me anything')

  await go(watching, `/live/${creator.username}`)
  await watching.getByRole('button', { name: 'Ask for a private show' }).click()
  const dialog = watching.getByRole('dialog', { name: 'Ask for a private show' })
  await dialog.getByRole('textbox', { name: 'Pay at most (tokens)' }).fill('200')
  await dialog.getByRole('button', { name: `Ask ${creator.name}` }).click()
  await expect(watching.getByText('Nothing is held before the show is accepted.')).toBeVisible()

  await go(performing, '/creator/live/requests')
  await performing.getByRole('button', { name: 'Accept' }).click()
  await expectPictures(watching)
  const cost = watching.getByRole('status', { name: 'Running cost' })
  await expect(cost).toContainText('60 tokens a minute')
  await expect.poll(() => tokensOf(cost.textContent()), { timeout: 30_000 }).toBeGreaterThanOrEqual(5)

  await watcher.kill()
  await expect(performing.getByRole('status', { name: 'Ended' })).toBeVisible({ timeout: 40_000 })
  const [paid] = await charges(fan)
  const shown = await performing.getByText('Both connected').locator('xpath=following-sibling::dd[1]').textContent()
  expect(paid?.type).toBe('stream')
  // A token a second: the seconds of the receipt are what was paid.
  expect(paid?.tokens).toBe(clockSeconds(shown ?? ''))
  expect(paid?.tokens ?? 0).toBeLessThan(60)
})

test('a fan buys a ticket and tips from the menu, and the chat names what was bought', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const line = { _id: '0190a000-0000-7000-8000-000000000001', title: 'Throw a bowl', price: 40 }
  await creator.api.put('/tip-menu', { version: 0, items: [line], goal: null })
  const fan = await newFan(server)
  const [studio, watcher] = [
    await newDevice(server, { hasCamera: true }),
    await newDevice(server, { viewport: { width: 390, height: 844 } }),
  ]
  const [performing, watching] = await Promise.all([studio.open(), watcher.open()])
  await Promise.all([
    logIn(performing, creator.username, '/creator/live'),
    logIn(watching, fan.username, '/wallet').then(() => topUp(watching, 100)),
  ])
  await performing.getByRole('combobox', { name: 'Who may watch' }).selectOption('Fans with a ticket')
  await performing.getByRole('textbox', { name: 'Price of a ticket (tokens)' }).fill('25')
  await goLive(performing, 'Wheel night')

  await go(watching, `/live/${creator.username}`)
  await watching.getByRole('button', { name: 'Buy a ticket for 25 tokens' }).click()
  await watching.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Pay 25 tokens' }).click()
  await expectPictures(watching)

  await watching.getByRole('button', { name: 'Send a tip' }).click()
  const tip = watching.getByRole('dialog', { name: `Send a tip to ${creator.name}` })
  await tip.getByRole('radio', { name: /Throw a bowl/ }).check()
  await tip.getByRole('textbox', { name: 'Message' }).fill('A wide one, please')
  await tip.getByRole('button', { name: 'Send 40 tokens' }).click()
  const chat = performing.getByRole('log', { name: 'Stream chat' })
  await expect(chat).toContainText('tipped 40 tokens · Throw a bowl')
  await expect(chat).toContainText('A wide one, please')
  expect((await charges(fan)).map(({ type, tokens }) => `${type} ${tokens}`).toSorted()).toEqual([
    'stream 25',
    'tip 40',
  ])
})

async function topUp(page: Page, tokens: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Tokens' }).fill(String(tokens))
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByLabel(`Balance, ${tokens} tokens`)).toBeVisible()
}

async function tokensOf(text: Promise<string | null>): Promise<number> {
  return Number(/^(\d+) token/.exec((await text) ?? '')?.[1] ?? 0)
}
