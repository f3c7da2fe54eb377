import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { randomOf } from '../../../sync/testing/random.ts'
import { Line } from '../fixtures/line.ts'
import { accountOn, ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { writeMany } from '../fixtures/write-many.ts'

const CREATORS = ['Mara Lindqvist', 'Teo Almeida', 'Ines Okafor']
const QUEUED = 1_000
const CUTS = 25
const SEED = 20

test('a thousand messages of three conversations, the line cut at random: once each, in order; then at full speed', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(900_000)
  const line = await Line.to(ownServer)
  const device = await newDevice(line, { viewport: { width: 900, height: 700 } })
  const page = await device.open()
  await logIn(page, 'fan1')
  const account = await accountOn(page)
  const api = await ApiClient.logIn(ownServer, 'fan1')
  const conversations: string[] = []
  for (const name of CREATORS) conversations.push(await openConversation(page, name))
  const pending = async () => (await rowsOf(page, account, 'outbox')).length

  const cut = await writeOffline(page, { line, conversations, word: 'cut' })
  await cutAtRandom(line, pending)
  await expect.poll(pending, { timeout: 120_000, intervals: [200] }).toBe(0)

  const plain = await writeOffline(page, { line, conversations, word: 'plain' })
  line.restore()
  const began = performance.now()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(pending, { timeout: 60_000, intervals: [20] }).toBe(0)
  const seconds = (performance.now() - began) / 1000
  console.log(`${QUEUED} queued messages replayed in ${seconds.toFixed(2)} s: ${(QUEUED / seconds).toFixed(0)}/s`)

  for (const [index, conversation] of conversations.entries()) {
    const arrived = (await wholeConversation(api, conversation)).map(({ text }) => text)
    expect(arrived.filter((text) => text.startsWith('cut '))).toEqual(cut[index])
    expect(arrived.filter((text) => text.startsWith('plain '))).toEqual(plain[index])
  }
  await line.remove()
})

type Writing = { line: Line; conversations: readonly string[]; word: string }

/** Answers what was written, for each conversation. */
async function writeOffline(page: Page, { line, conversations, word }: Writing): Promise<string[][]> {
  line.cut()
  const written: string[][] = []
  for (const [index, conversation] of conversations.entries()) {
    const count = Math.floor((QUEUED * (index + 1)) / CREATORS.length) - Math.floor((QUEUED * index) / CREATORS.length)
    const texts = Array.from({ length: count }, (_, n) => `${word} ${index}, ${n}`)
    await page.goto(`/messages/${conversation}`)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await writeMany(page, texts)
    written.push(texts)
  }
  return written
}

/** The line comes and goes: before a request, on its way there, or before its answer. */
async function cutAtRandom(line: Line, pending: () => Promise<number>): Promise<void> {
  const random = randomOf(SEED)
  for (let cut = 0; cut < CUTS && (await pending()) > 0; cut += 1) {
    line.restore()
    await delay(random.between(50, 1_500))
    if (random.chance(0.5)) {
      line.loseAnswers()
      await delay(random.between(50, 500))
    }
    line.cut()
    await delay(random.between(50, 500))
  }
  line.restore()
}
