import { setTimeout as delay } from 'node:timers/promises'
import { encodeFrame } from './frame.ts'
import type { Frame, Message } from './frame.ts'

export type Sender = {
  /** Sends a message with the others of this tick. */
  tell: (message: Message) => void
  /** Sends a sign of life before the next batch. */
  sign: (kind: 'hello' | 'beat') => void
  /** Sends a beat unless a frame went out within the last `ms`. */
  beatAfter: (ms: number) => void
  /** Resolves when everything so far is handed over, or given up. */
  settled: () => Promise<void>
  /** Sends what is there and a goodbye, then nothing more. */
  stop: () => Promise<void>
}

/** Messages in one frame. */
const MAX_MESSAGES = 500
/** Messages that wait for the transport. Beyond that they are dropped: the others catch up. */
const MAX_WAITING = 20_000
const ATTEMPTS = 8
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000

/** Numbers the batches of this server and sends one frame after another; the messages of a tick go together. */
export function createSender({
  self,
  send,
  isAlone,
  failed,
}: {
  self: string
  send: (frame: string) => Promise<void>
  isAlone: () => boolean
  /** A frame could not be sent. It is tried again, then given up. */
  failed: (error: unknown) => void
}): Sender {
  let waiting: Message[] = []
  let signs: ('hello' | 'beat')[] = []
  let number = 0
  let sending: Promise<void> | null = null
  let sentAt = 0
  let stopped = false

  function start(): void {
    sending ??= new Promise((nextTick) => setImmediate(nextTick)).then(sendAll).finally(() => (sending = null))
  }

  async function sendAll(): Promise<void> {
    for (let frame = next(); frame; frame = next()) await sendPatiently(frame)
  }

  function next(): Frame | null {
    const [kind] = signs
    if (kind) {
      signs = signs.slice(1)
      return { from: self, number, kind }
    }
    if (waiting.length === 0) return null
    number += 1
    if (!isAlone()) return { from: self, number, kind: 'batch', messages: waiting.splice(0, MAX_MESSAGES) }
    waiting = []
    return null
  }

  /** By its number, the others notice a frame that was given up, and drop one that comes twice. */
  async function sendPatiently(frame: Frame): Promise<void> {
    const text = encodeFrame(frame)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        await send(text)
        sentAt = performance.now()
        return
      } catch (error) {
        if (stopped) return
        failed(error)
        await delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt), undefined, { ref: false })
      }
    }
  }

  function sign(kind: 'hello' | 'beat'): void {
    if (stopped || signs.includes(kind)) return
    signs.push(kind)
    start()
  }

  return {
    tell(message) {
      if (stopped) return
      if (waiting.length >= MAX_WAITING) {
        waiting = []
        number += 1
      }
      waiting.push(message)
      start()
    },
    sign,
    beatAfter(ms) {
      if (performance.now() - sentAt >= ms) sign('beat')
    },
    settled: () => sending ?? Promise.resolve(),
    async stop() {
      stopped = true
      await sending
      await send(encodeFrame({ from: self, number, kind: 'bye' })).catch(() => {})
    },
  }
}
