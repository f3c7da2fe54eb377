import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import { ORIGIN } from '../fixtures/app-server.ts'
import { bareAddress } from '../fixtures/calibration.ts'
import type { Device } from '../fixtures/device.ts'
import { median } from '../fixtures/measure.ts'
import { openPlainPage } from '../fixtures/plain-browser.ts'
import { ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const RUNS = 5
const RATIOS = join(import.meta.dirname, 'cold-start.ratios.json')
/** About as much to lay out as the app has. */
const BARE_ROWS = 1_000
const viewport = { width: 390, height: 844 }

test('a new browser process shows the last conversation without a server as fast as stored, at a quarter of the processor', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer, { viewport })
  const page = await device.open()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Mara')
  await expect(messages(page).last()).toBeVisible()
  const newest = (await (await ApiClient.logIn(ownServer, 'fan1')).messages(conversation)).at(-1)?.text ?? ''
  await device.close()
  await ownServer.stop()

  const measure = async () => {
    const times: number[] = []
    const bare: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(await coldStart(device, bareAddress(BARE_ROWS)))
      times.push(await coldStart(device, `${ORIGIN}/messages/${conversation}`, newest))
    }
    const rounded = times.map(Math.round).join(', ')
    console.log(
      `cold start without a server, 4x slower processor: ${rounded} ms, median ${Math.round(median(times))} ms; a bare page ${Math.round(median(bare))} ms`,
    )
    return { 'cold-start': median(times) / median(bare) }
  }
  expect(await compareRatios({ file: RATIOS, measure })).toEqual([])
})

/** Milliseconds from the start of the navigation to the frame that paints `text`. A page may note the moment itself. */
async function coldStart(device: Device, url: string, text?: string): Promise<number> {
  const page = await openPlainPage(device, viewport)
  try {
    await page.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.send('Page.enable')
    const source = `(${noteWhenShown.toString()})(${JSON.stringify(text)})`
    if (text !== undefined) await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await page.send('Page.navigate', { url })
    for (let waited = 0; waited < 20_000; waited += 250) {
      await delay(250)
      const { result } = await page.send('Runtime.evaluate', { expression: 'window.shownAt' })
      const { value } = result as { value?: number }
      if (value) return value
    }
    throw new Error('The conversation is not shown.')
  } finally {
    await page.close()
  }
}

/** Runs in the page, and only when it changes. */
function noteWhenShown(wanted: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=log]')?.textContent?.includes(wanted)) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() })))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}
