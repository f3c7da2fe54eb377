import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { accountOn, go, logIn, NEW_PASSWORD } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

type List = { data: { username: string }[]; total: number }

test('a follow made offline outlives a reload, reaches the creator, and the account’s other device', async ({
  server,
  newDevice,
}) => {
  // Who has come last is the first to be discovered.
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: ['creator1', 'creator2'] })
  const [device, second] = [await newDevice(server), await newDevice(server)]

  const other = await second.open()
  await logIn(other, fan.username, '/following')
  await expect(rows(other)).toHaveCount(2)

  const page = await device.open()
  await logIn(page, fan.username)
  await expect(card(page, creator.name).getByRole('button', { name: /^Follow / })).toBeVisible()
  // The followed creators come after the card, with the first sync.
  const account = await accountOn(page)
  await expect.poll(() => rowsOf(page, account, 'follows')).toHaveLength(2)
  await device.setOffline(true)
  await card(page, creator.name)
    .getByRole('button', { name: /^Follow / })
    .click()
  await expect(card(page, creator.name)).toContainText(/Following.*Waiting/s)

  await page.reload()
  await expect(card(page, creator.name)).toContainText(/Following.*Waiting/s)
  await go(page, `/${creator.username}`)
  await expect(page.getByRole('main')).toContainText(/Following.*Waiting/s)
  await go(page, '/following')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText(new RegExp(`${creator.name}.*Waiting`, 's'))
  await expectAccessible(page)
  await go(page, '/outbox')
  await expect(page.getByText(`Follow ${creator.name}`)).toBeVisible()
  expect((await creator.api.get<List>('/follows/followers')).total).toBe(0)

  await device.setOffline(false)
  await go(page, '/following')
  await expect(rows(page).first()).toContainText('Following')
  await expect(rows(page).filter({ hasText: 'Waiting' })).toHaveCount(0)
  await expect
    .poll(async () => (await creator.api.get<List>('/follows/followers')).data.map(({ username }) => username))
    .toContain(fan.username)
  await expect(rows(other).first()).toContainText(creator.name)

  const creatorPage = await (await newDevice(server)).open()
  await logIn(creatorPage, creator.username, '/creator/followers')
  await expect(creatorPage.getByRole('list', { name: 'Followers' })).toContainText(fan.name)
  await expectAccessible(creatorPage)
})

test('who is unfollowed goes from all devices of the account, card included, and can be followed again', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server, { follows: ['creator1', 'creator2'] })
  const [device, second] = [await newDevice(server), await newDevice(server)]
  const [page, other] = [await device.open(), await second.open()]
  for (const each of [page, other]) {
    await logIn(each, fan.username, '/following')
    await expect(rows(each)).toHaveCount(2)
  }
  const row = rows(page).filter({ hasText: 'Teo Almeida' })
  await row.getByRole('button', { name: /^Following/ }).click()
  await expect(row.getByRole('button', { name: /^Follow / })).toBeFocused()
  await expect(rows(other)).toHaveCount(1)
  await expect.poll(() => cards(other)).toEqual(['creator1'])
  await expect.poll(() => cards(page)).toEqual(['creator1'])

  await row.getByRole('button', { name: /^Follow / }).click()
  await expect(rows(other)).toHaveCount(2)
  await expect.poll(() => cards(other)).toEqual(['creator1', 'creator2'])
})

test('the page of a creator who is followed opens offline on a device that never saw it', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await device.context.route('**/api/performers/**', (route) => route.abort())
  await logIn(page, 'fan1', '/following')
  await expect(rows(page)).toHaveCount(2)
  await device.setOffline(true)
  await rows(page).filter({ hasText: 'Mara Lindqvist' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara Lindqvist')
  await expect(page.getByText('Here since')).toBeVisible()
})

test('a visitor who taps Follow signs up, comes back to the page, and follows', async ({ newPage }) => {
  const page = await newPage()
  await go(page, '/creator3')
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  // Posts for followers below it lead there as well, and back to themselves.
  await page.getByRole('main').getByRole('link', { name: 'Sign up to follow' }).first().click()
  await page.waitForURL(/\/auth\/register\?next=%2Fcreator3/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign up to follow ${name}`)
  // The way over the login keeps both.
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Log in to follow ${name}`)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Sol Follows')
  await page.getByLabel('Username').fill('sol_follows')
  await page.getByLabel('Email').fill('sol_follows@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/creator3')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: `Following ${name}` })).toBeVisible()
  // The locked posts below it, each with a button of its own, open.
  await expect(main.getByRole('button', { name: 'Following', exact: true })).toHaveCount(0)
})

test('an address alone makes nobody follow', async ({ server, newPage }) => {
  const fan = await newFan(server)
  const page = await newPage()
  await page.goto('/creator3')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL(/\/auth\/login\?next=%2Fcreator3/)
  await page.getByLabel('Email or username').fill(fan.username)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/creator3')
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow / })).toBeEnabled()
})

function rows(page: Page) {
  return page.getByRole('list', { name: 'Following' }).getByRole('listitem')
}

function card(page: Page, name: string) {
  return page.getByRole('region', { name: 'Creators to discover' }).getByRole('listitem').filter({ hasText: name })
}

/** The usernames of the cards that the device holds. */
async function cards(page: Page): Promise<string[]> {
  const held = await rowsOf<{ username: string }>(page, await accountOn(page), 'creators')
  return held.map(({ username }) => username).toSorted()
}
