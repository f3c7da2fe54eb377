import { slowDown } from '../fixtures/device.ts'
import { median, watchForText } from '../fixtures/measure.ts'
import { ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const RUNS = 5
const LIMIT_MS = 1500

test('a new browser process shows the last conversation without a server in 1.5 s at a quarter of the processor', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Mara')
  await expect(messages(page).last()).toBeVisible()
  const newest = (await (await ApiClient.logIn(ownServer, 'fan1')).messages(conversation)).at(-1)?.text
  await device.close()
  await ownServer.stop()

  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const fresh = await device.open()
    await slowDown(fresh, 4)
    const shown = await watchForText(fresh, newest ?? '')
    await fresh.goto(`/messages/${conversation}`)
    times.push(await shown())
    await device.close()
  }
  console.log(
    `cold start without a server, 4x slower processor: ${times.map(Math.round).join(', ')} ms, median ${Math.round(median(times))} ms`,
  )
  expect(median(times)).toBeLessThanOrEqual(LIMIT_MS)
})
