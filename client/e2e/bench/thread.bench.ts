import { slowDown } from '../fixtures/device.ts'
import { fillThread } from '../fixtures/long-thread.ts'
import { percentile } from '../fixtures/measure.ts'
import { scrollUp } from '../fixtures/scroll-up.ts'
import { ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const MESSAGES = 10_000
const FRAME_MS = 33
const ECHO_MS = 50
const SHIFT_PX = 1
const ECHOES = 30

test('a thread of 10,000 messages scrolls, grows upwards and echoes without a hitch at a quarter of the processor', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(600_000)
  const device = await newDevice(ownServer, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Mara')
  const senders = [await ApiClient.logIn(ownServer, 'fan1'), await ApiClient.logIn(ownServer, 'creator1')] as const
  await fillThread(senders, conversation, MESSAGES)
  await page.reload()
  await expect(messages(page).last()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await slowDown(page, 4)

  const { frames, shifts, rows } = await page.evaluate(scrollUp, { seconds: 10, step: 60 })
  const echoes: number[] = []
  await page.getByRole('button', { name: /newest/i }).click()
  for (let n = 0; n < ECHOES; n += 1) echoes.push(await page.evaluate(echo, `an echo, ${n}.`))

  const p95 = { frame: percentile(frames, 95), echo: percentile(echoes, 95) }
  console.log(
    `thread of ${MESSAGES}, 4x slower processor: ${frames.length} frames, p50 ${percentile(frames, 50).toFixed(1)}, p95 ${p95.frame.toFixed(1)} ms, ${rows} rows at most`,
  )
  console.log(`largest shift while older pages come in: ${Math.max(...shifts).toFixed(2)} px`)
  console.log(`own echo: p50 ${percentile(echoes, 50).toFixed(1)}, p95 ${p95.echo.toFixed(1)} ms`)
  expect(p95.frame).toBeLessThanOrEqual(FRAME_MS)
  expect(Math.max(...shifts)).toBeLessThanOrEqual(SHIFT_PX)
  expect(p95.echo).toBeLessThanOrEqual(ECHO_MS)
  expect(rows).toBeLessThanOrEqual(60)
})

/** Milliseconds from pressing Send to the frame that paints the message. */
function echo(text: string): Promise<number> {
  const box = document.querySelector<HTMLTextAreaElement>('textarea')
  if (!box) throw new Error('There is no box to write in.')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve) => {
    setTimeout(() => {
      const began = performance.now()
      const look = () => {
        if (!document.querySelector('[role=log]')?.textContent?.includes(text)) return void requestAnimationFrame(look)
        requestAnimationFrame(() => resolve(performance.now() - began))
      }
      box.form?.requestSubmit()
      requestAnimationFrame(look)
    }, 300)
  })
}
