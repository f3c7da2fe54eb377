import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isServiceThere } from '../../../testing/required-services.ts'

/** A page with a camera and a microphone that show test pictures and beeps. */
export type ChromiumPage = {
  /** The value of an expression in the page; promises are awaited. */
  evaluate: <Value>(expression: string) => Promise<Value>
  /** Closes the page without asking it. */
  close: () => Promise<void>
}

export type HeadlessChromium = { open: (url: string) => Promise<ChromiumPage>; stop: () => void }

const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'google-chrome']
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--remote-debugging-port=0',
]

/** The browser of this machine; null where there is none. */
export const chromiumPath = findChromium()

function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const all = [process.env['CHROMIUM_PATH'] ?? '', ...NAMES.flatMap((name) => folders.map((at) => join(at, name)))]
  const found = all.find((path) => path !== '' && existsSync(path))
  return isServiceThere('Chromium', found !== undefined) ? (found ?? null) : null
}

/** Starts a browser, which is told what to do over its DevTools. */
export async function startHeadlessChromium(): Promise<HeadlessChromium> {
  if (chromiumPath === null) throw new Error('There is no Chromium on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'vesper-chromium-'))
  const child = spawn(chromiumPath, [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: one signal ends all of it.
    detached: true,
  })
  const address = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.once('exit', () => reject(new Error(`Chromium ended: ${told}`)))
    child.stderr.on('data', (bytes: Buffer) => {
      told = (told + bytes.toString()).slice(-10_000)
      const [, found] = /DevTools listening on (ws:\S+)/.exec(told) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const send = await connectTo(address)
  return {
    open: (url) => openPage(send, url),
    stop: () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')),
  }
}

type Send = <Answer>(method: string, params: object, sessionId?: string) => Promise<Answer>

async function openPage(send: Send, url: string): Promise<ChromiumPage> {
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url })
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  return {
    evaluate: async <Value>(expression: string) => {
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const answer = await send<{ result: { value: Value }; exceptionDetails?: object }>(
        'Runtime.evaluate',
        asked,
        sessionId,
      )
      if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails))
      return answer.result.value
    },
    close: async () => void (await send('Target.closeTarget', { targetId })),
  }
}

async function connectTo(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Chromium does not answer.')))
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: object }
    const found = id === undefined ? undefined : waiting.get(id)
    if (id !== undefined) waiting.delete(id)
    if (error) found?.reject(new Error(JSON.stringify(error)))
    else found?.resolve(result)
  })
  let lastId = 0
  return <Answer>(method: string, params: object, sessionId?: string) => {
    lastId += 1
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(lastId, { resolve, reject })
    socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId !== undefined && { sessionId }) }))
    return promise as Promise<Answer>
  }
}
