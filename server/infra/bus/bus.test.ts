import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryNetwork } from '../../testing/memory-transport.ts'
import { channel, createBus } from './bus.ts'
import type { Bus } from './bus.ts'

const words = channel<{ word: string }>('words')
const log = pino({ level: 'silent' })
const opened: Bus[] = []

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((bus) => bus.stop()))
})

/** So long that a busy machine makes no server seem to have ended. */
const SILENT_MS = 60_000

async function join(network: ReturnType<typeof memoryNetwork>) {
  const times = { beatMs: 20, silentMs: SILENT_MS }
  const bus = await createBus(network.open, { log, times })
  opened.push(bus)
  const heard: string[] = []
  const missed = vi.fn(() => Promise.resolve())
  bus.hear(words, ({ word }) => void heard.push(word))
  bus.onMissed(missed)
  return { bus, heard, missed, say: (word: string) => bus.tell(words, { word }) }
}

async function pair() {
  const network = memoryNetwork()
  const a = await join(network)
  const b = await join(network)
  await vi.waitFor(() =>
    expect([a.bus.peers(), b.bus.peers()]).toMatchObject([[expect.anything()], [expect.anything()]]),
  )
  return { network, a, b }
}

const batches = (frames: string[]) => frames.filter((frame) => frame.includes(' batch '))

test('messages of one tick arrive as one frame, in order, and not at their own server', async () => {
  const { network, a, b } = await pair()
  a.say('one')
  a.say('two')
  await vi.waitFor(() => expect(b.heard).toEqual(['one', 'two']))
  expect(batches(network.sent)).toHaveLength(1)
  expect(a.heard).toEqual([])
  expect([a.missed, b.missed].map((missed) => missed.mock.calls.length)).toEqual([0, 0])
})

test('a server alone sends no batch, and one that comes later catches up', async () => {
  const network = memoryNetwork()
  const a = await join(network)
  a.say('unheard')
  await a.bus.settled()
  expect(batches(network.sent)).toEqual([])
  const b = await join(network)
  await vi.waitFor(() => expect(b.missed).toHaveBeenCalledOnce())
  a.say('heard')
  await vi.waitFor(() => expect(b.heard).toEqual(['heard']))
  expect(b.missed).toHaveBeenCalledOnce()
})

test('a frame that is lost on the way is noticed by the next one', async () => {
  const { network, a, b } = await pair()
  network.breakWith((frame) => (frame.includes('lost') ? 'lose' : null))
  a.say('lost')
  await a.bus.settled()
  a.say('next')
  await vi.waitFor(() => expect(b.heard).toEqual(['next']))
  expect(b.missed).toHaveBeenCalledOnce()
})

test('a lost frame is noticed by a sign of life when nothing follows it', async () => {
  const { network, a, b } = await pair()
  network.breakWith((frame) => (frame.includes('lost') ? 'lose' : null))
  a.say('lost')
  await vi.waitFor(() => expect(b.missed).toHaveBeenCalledOnce())
})

test('a frame that was refused is sent again, and heard once even if it had arrived', async () => {
  const { network, a, b } = await pair()
  const faults = ['refuse', 'refuse late'] as const
  let attempts = 0
  network.breakWith((frame) => (frame.includes('patient') ? (faults[attempts++] ?? null) : null))
  a.say('patient')
  await vi.waitFor(() => expect(attempts).toBe(3))
  a.say('last')
  await vi.waitFor(() => expect(b.heard).toEqual(['patient', 'last']))
  expect(b.missed).not.toHaveBeenCalled()
})

test('a server that ends without goodbye is missed, one that says goodbye is not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { network, a, b } = await pair()
  const left = vi.fn()
  b.bus.onPeer({ came: () => {}, left })
  const [idOfA = ''] = b.bus.peers()
  network.kill(idOfA)
  network.breakWith((frame) => (frame.startsWith(idOfA) ? 'lose' : null))
  vi.advanceTimersByTime(SILENT_MS)
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(idOfA))
  await vi.waitFor(() => expect(b.missed).toHaveBeenCalledOnce())
  await a.bus.stop()

  const c = await join(network)
  await vi.waitFor(() => expect(b.bus.peers()).toHaveLength(1))
  c.say('good')
  await c.bus.stop()
  expect(b.heard).toEqual(['good'])
  expect(b.bus.peers()).toEqual([])
  expect(b.missed).toHaveBeenCalledOnce()
})

test('a handler that fails is logged, and the rest of the batch is delivered', async () => {
  const { a, b } = await pair()
  b.bus.hear(words, ({ word }) => {
    if (word === 'bad') throw new Error('bad')
    b.heard.push(word)
  })
  for (const word of ['bad', 'good']) a.say(word)
  await vi.waitFor(() => expect(b.heard).toEqual(['good']))
  await vi.waitFor(() => expect(b.missed).toHaveBeenCalledOnce())
})

test('catching up that fails is tried again', async () => {
  const { network, a, b } = await pair()
  b.missed.mockRejectedValueOnce(new Error('the database is away'))
  network.breakWith((frame) => (frame.includes('lost') ? 'lose' : null))
  a.say('lost')
  await vi.waitFor(() => expect(b.missed).toHaveBeenCalledTimes(2))
})

test('a server whose frames do not arrive says so once, and catches up again and again until they do', async () => {
  const network = memoryNetwork()
  const told: string[] = []
  const telling = pino({ level: 'info' }, { write: (line: string) => void told.push(line) })
  const times = { beatMs: 20, silentMs: SILENT_MS, awayMs: 50 }
  const [a] = await Promise.all([
    createBus(network.open, { log: telling, times }),
    createBus(network.open, { log, times }),
  ]).then((buses) => {
    opened.push(...buses)
    return buses
  })
  const missed = vi.fn(() => Promise.resolve())
  a.onMissed(missed)
  await vi.waitFor(() => expect(a.peers()).toHaveLength(1))
  network.breakWith(() => 'refuse')
  await vi.waitFor(() => expect(missed.mock.calls.length).toBeGreaterThan(2), 10_000)
  const linesWith = (text: string) => told.filter((line) => line.includes(text))
  expect(linesWith('the bus lost its connection')).toHaveLength(1)
  network.breakWith(() => null)
  await vi.waitFor(() => expect(linesWith('the bus has its connection again')).toHaveLength(1), 10_000)
  expect(linesWith('the bus lost its connection')).toHaveLength(1)
})
