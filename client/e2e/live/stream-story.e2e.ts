import type { Page } from 'playwright/test'
import { expectPictures, goLive, stageOf } from '../fixtures/live.ts'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const phone = { width: 390, height: 844 }

test('a creator goes live, a fan watches on a phone, both talk, the creator’s page comes back, and whoever is blocked sees nothing more', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(240_000)
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: [creator.username] })
  const [studio, watcher] = [await newDevice(server, { hasCamera: true }), await newDevice(server, { viewport: phone })]
  const [performing, watching] = await Promise.all([studio.open(), watcher.open()])
  const offers = offersOf(watching)
  await Promise.all([logIn(performing, creator.username, '/creator/live'), logIn(watching, fan.username, '/home')])
  await goLive(performing, 'Glazing night')

  await go(watching, '/live')
  await watching.getByRole('link', { name: /Glazing night/ }).click()
  await expect(stageOf(watching).getByRole('status', { name: 'Live' })).toBeVisible()
  await expectPictures(watching)
  await expect(performing.getByText('1 viewer', { exact: true })).toBeVisible()
  expect(offers.join('\n')).not.toContain('a=candidate')

  await say(watching, 'Good evening from the train')
  await expect(linesOn(performing)).toContainText('Good evening from the train')
  await say(performing, 'Welcome aboard')
  await expect(linesOn(watching)).toContainText('Welcome aboard')
  const line = performing.getByRole('region', { name: 'Your line' })
  await expect(line).toContainText(/Upload rate.*[kM]b\/?p?s/i)
  await expect(line).toContainText('Direct (UDP)')

  // The rules hold for the fan at once, in words.
  await performing.getByRole('button', { name: 'Rules of the chat' }).click()
  const rules = performing.getByRole('dialog', { name: 'Rules of the chat' })
  await rules.getByRole('combobox', { name: 'Slow mode' }).selectOption('5 seconds')
  await rules.getByRole('button', { name: 'Save the rules' }).click()
  await expect(watching.getByText('Slow mode: one message in 5 seconds.')).toBeVisible()
  await expectAccessible(performing)
  await rules.getByRole('button', { name: 'Close' }).click()
  await say(watching, 'Slowly then')
  await expect(watching.getByRole('timer')).toContainText('You can write again in')
  await expectAccessible(watching)

  // The page is closed and opened again: the same stream goes on by itself.
  await performing.reload()
  await expect(performing.getByRole('status', { name: 'Live', exact: true })).toBeVisible({ timeout: 30_000 })
  await expectPictures(watching)

  await stageOf(watching).getByRole('button', { name: 'Sound only' }).click()
  await expect(stageOf(watching).getByText('Sound only', { exact: true })).toBeVisible()
  await stageOf(watching).getByRole('button', { name: 'Sound only' }).click()
  await expectPictures(watching)

  const { _id } = await fan.api.get<{ _id: string }>('/users/me')
  await creator.api.post('/block/users', { userId: _id })
  await expect(stageOf(watching)).toHaveCount(0, { timeout: 5_000 })
})

test('a line that breaks gives unsent words back, and the chat is whole afterwards', async ({ server, newDevice }) => {
  test.setTimeout(240_000)
  const creator = await newCreator(server)
  const fan = await newFan(server)
  const [studio, watcher] = [await newDevice(server, { hasCamera: true }), await newDevice(server)]
  const [performing, watching] = await Promise.all([studio.open(), watcher.open()])
  const tunnel = await openTunnel(watching)
  await Promise.all([logIn(performing, creator.username, '/creator/live'), logIn(watching, fan.username, '/home')])
  await goLive(performing, 'Kiln opening')
  await go(watching, `/live/${creator.username}`)
  await expectPictures(watching)
  await say(watching, 'Before the tunnel')
  await expect(linesOn(performing)).toContainText('Before the tunnel')

  // The page does not know yet that its line is dead: the words are under way.
  tunnel.enter()
  await say(watching, 'Lost in the tunnel')
  await expect(box(watching)).toHaveValue('')
  await expect(linesOn(watching)).toContainText('Lost in the tunnel')
  await say(performing, 'Said during the tunnel')
  await expect(box(watching)).toHaveValue('Lost in the tunnel', { timeout: 40_000 })
  await expect(linesOn(watching)).not.toContainText('Lost in the tunnel')

  // A line that comes back delivers all that was written into it.
  expect(tunnel.leave()).toContain('Lost in the tunnel')
  await expect(linesOn(watching)).toContainText('Said during the tunnel', { timeout: 40_000 })
  await performing.waitForTimeout(2_000)
  await expect(linesOn(performing)).not.toContainText('Lost in the tunnel')
  await expect(box(watching)).toHaveValue('Lost in the tunnel')

  await watching.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(linesOn(performing)).toContainText('Lost in the tunnel')
  const whole = ['Before the tunnel', 'Said during the tunnel', 'Lost in the tunnel']
  for (const page of [performing, watching]) expect(await textsOn(page)).toEqual(whole)

  await performing.getByRole('button', { name: 'End stream' }).click()
  await expect(watching.getByRole('status', { name: 'Ended' })).toBeVisible()
  await expect(stageOf(watching).locator('video')).toHaveCount(0)
})

function box(page: Page) {
  return page.getByRole('textbox', { name: 'Say something' })
}

/** The words of the lines on a page, in their order. */
async function textsOn(page: Page): Promise<string[]> {
  const lines = await linesOn(page).getByRole('listitem').locator('p span[dir="auto"]').allTextContents()
  return lines.map((text) => text.trim())
}

/** A line that holds all messages back between `enter` and `leave`, both ways, and stays open. `leave` gives what went out. */
async function openTunnel(page: Page): Promise<{ enter: () => void; leave: () => string }> {
  let isIn = false
  const held: { isOut: boolean; message: string | Buffer; deliver: () => void }[] = []
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    const pass = (isOut: boolean, message: string | Buffer) => {
      const deliver = () => (isOut ? server : socket).send(message)
      if (isIn) held.push({ isOut, message, deliver })
      else deliver()
    }
    socket.onMessage((message) => pass(true, message))
    server.onMessage((message) => pass(false, message))
  })
  return {
    enter: () => (isIn = true),
    leave: () => {
      isIn = false
      const sent = held.filter(({ isOut }) => isOut).map(({ message }) => String(message))
      for (const { deliver } of held.splice(0)) deliver()
      return sent.join('\n')
    },
  }
}

function linesOn(page: Page) {
  return page.getByRole('log', { name: 'Stream chat' })
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Say something' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The descriptions that the page sends from now on. */
function offersOf(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('rtc:offer')) sent.push(String(payload))
    })
  })
  return sent
}
