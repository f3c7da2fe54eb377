import type { Page } from 'playwright/test'
import { DeployedServer, versionOf } from '../fixtures/deployed-server.ts'
import { smallMp4 } from '../fixtures/small-mp4.ts'
import { ApiClient, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const half = 'half a thought while the app is renewed'
const waiting = 'written before the update'

test('a new version is offered in every tab, interrupts no typing, and loses neither draft nor outbox', async ({
  newDevice,
}) => {
  test.setTimeout(240_000)
  const deployed = await DeployedServer.create()
  const { server } = deployed
  try {
    const device = await newDevice(server, { isNew: true })
    const firstVisit = await device.open()
    await logIn(firstVisit, 'fan3')
    const typing = await device.context.newPage()
    const conversation = await openConversation(typing, 'Teo Almeida')
    await device.context.route('**/api/sync', (route) => route.abort())
    await send(typing, waiting)
    await typing.getByRole('textbox', { name: 'Message' }).pressSequentially(half)

    await deployed.deployNext()
    const fresh = await device.context.newPage()
    await fresh.goto('/home')
    for (const page of [firstVisit, typing, fresh]) {
      await expect(offer(page)).toBeVisible()
      expect(await versionOf(page)).toBe('one')
    }
    await expect(typing.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)

    await fresh.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(fresh)).toBe('two')
    await expect.poll(() => versionOf(firstVisit)).toBe('two')
    await expect(offer(fresh)).toHaveCount(0)
    await expect(typing.getByText('A new version was loaded in another tab.')).toBeVisible()
    expect(await versionOf(typing)).toBe('one')
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)

    await typing.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(typing)).toBe('two')
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)
    await expect(messages(typing).filter({ hasText: waiting })).toContainText('Waiting')

    await device.context.unroute('**/api/sync')
    await expect(messages(typing).filter({ hasText: waiting })).toContainText('Sent', { timeout: 20_000 })
    const arrived = await (await ApiClient.logIn(server, 'creator2')).messages(conversation)
    expect(arrived.filter(({ text }) => text === waiting)).toHaveLength(1)
  } finally {
    await deployed.remove()
  }
})

test('an app that is told of another protocol offers its next version by itself, and its outbox goes out then', async ({
  newDevice,
}) => {
  test.setTimeout(240_000)
  const deployed = await DeployedServer.create()
  try {
    const device = await newDevice(deployed.server, { isNew: true })
    const page = await device.open()
    await logIn(page, 'fan3')
    await openConversation(page, 'Teo Almeida')
    await device.context.route('**/api/sync', (route) => route.fulfill({ status: 409, json: { message: 'Reload.' } }))
    await deployed.deployNext()
    await send(page, waiting)
    await expect(offer(page)).toBeVisible({ timeout: 30_000 })
    await expect(messages(page).filter({ hasText: waiting })).toContainText('Waiting')
    await device.context.unroute('**/api/sync')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(page)).toBe('two')
    await expect(messages(page).filter({ hasText: waiting })).toContainText('Sent', { timeout: 20_000 })
  } finally {
    await deployed.remove()
  }
})

test('a file that is being made ready outlives an update that another tab accepts', async ({ newDevice }) => {
  test.setTimeout(240_000)
  const deployed = await DeployedServer.create()
  try {
    const device = await newDevice(deployed.server, { isNew: true })
    const accepting = await device.open()
    await logIn(accepting, 'fan3')
    const writing = await device.context.newPage()
    await holdPreparing(writing)
    await openConversation(writing, 'Teo Almeida')
    const video = { name: 'pier.mp4', mimeType: 'video/mp4', buffer: smallMp4(9_000) }
    await writing.setInputFiles('input[type=file]', video)
    const attached = writing.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await expect(attached).toContainText('Preparing pier.mp4')

    await deployed.deployNext()
    await acceptIn(accepting)
    await expectToWait(writing)
    await writing.evaluate(() => dispatchEvent(new Event('test:prepare')))
    await expect.poll(() => versionOf(writing)).toBe('two')
    await expect(attached).toHaveCount(1)
    await expect(attached).not.toContainText('Preparing')
  } finally {
    await deployed.remove()
  }
})

test('documents that are chosen outlive an update that another tab accepts, until they are taken out', async ({
  newDevice,
}) => {
  test.setTimeout(240_000)
  const deployed = await DeployedServer.create()
  try {
    const device = await newDevice(deployed.server, { isNew: true })
    const accepting = await device.open()
    await accepting.goto('/auth/login')
    const applying = await device.context.newPage()
    await applying.goto('/auth/register-creator')
    const front = applying.getByRole('group', { name: 'Identity document, front' })
    const file = { name: 'id.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
    await front.getByLabel(/^Choose a file/).setInputFiles(file)
    await applying.evaluate(() => navigator.serviceWorker.ready.then(() => {}))

    await deployed.deployNext()
    await acceptIn(accepting)
    await expectToWait(applying)
    await expect(front).toContainText('id.pdf')
    await front.getByRole('button', { name: /^Remove/ }).click()
    await expect.poll(() => versionOf(applying)).toBe('two')
  } finally {
    await deployed.remove()
  }
})

/** The page is loaded anew in a version that a further tab has found. */
async function acceptIn(page: Page): Promise<void> {
  await (await page.context().newPage()).goto('/auth/login')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => versionOf(page)).toBe('two')
}

/** The page asks, and stays as it is when it is told to go on. */
async function expectToWait(page: Page): Promise<void> {
  await expect(page.getByText('A new version was loaded in another tab.')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The new version loads when your chosen files')).toBeVisible()
  expect(await versionOf(page)).toBe('one')
}

/** No video is looked into before the page is told `test:prepare`. */
async function holdPreparing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = new Promise((resolve) => addEventListener('test:prepare', resolve, { once: true }))
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      // Its first bytes tell its kind, without which it is not in the list.
      if (this.size > 64) await held
      return new Response(this).arrayBuffer()
    }
  })
}

function offer(page: Page) {
  return page.getByText('A new version of Vesper is ready.')
}
