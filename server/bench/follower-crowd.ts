// The sockets of `live-posts.bench.ts`, in a process of their own.
import { openRawSocket } from './raw-socket.ts'

export type FollowerCrowd = { url: string; tokens: string[]; space: string }

/** How many sockets heard of a post, and when (milliseconds after it began to be published). */
export type Heard = { kind: 'open' | 'heard'; sockets: number; p50: number; last: number }

/** Sockets that are opened at once. */
const AT_ONCE = 25
/** A socket that has not heard by then has missed it. */
const PATIENCE_MS = 10_000

let times: number[] = []
let publishedAt = 0
let sockets = 0
let timer: NodeJS.Timeout | undefined

process.on('message', (said: FollowerCrowd | 'publishing') => {
  if (said !== 'publishing') return void open(said)
  times = []
  publishedAt = performance.now()
  timer = setTimeout(tell, PATIENCE_MS)
})

async function open({ url, tokens, space }: FollowerCrowd): Promise<void> {
  const wanted = [...tokens]
  while (wanted.length > 0) {
    const opened = wanted.splice(0, AT_ONCE).map(async (token) => {
      const client = await openRawSocket(url, (text) => text.includes(space) && hear())
      const { ok } = await client.ask('login', { token })
      if (!ok) throw new Error('a socket could not log in')
      sockets += 1
    })
    await Promise.all(opened)
  }
  process.send?.({ kind: 'open', sockets, p50: 0, last: 0 } satisfies Heard)
}

function hear(): void {
  times.push(performance.now() - publishedAt)
  if (times.length === sockets) tell()
}

function tell(): void {
  clearTimeout(timer)
  const sorted = times.toSorted((a, b) => a - b)
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0
  process.send?.({ kind: 'heard', sockets: times.length, p50, last: sorted.at(-1) ?? 0 } satisfies Heard)
}
