import type { OpenTransport, TransportEvents } from '../infra/bus/transport.ts'

type Listener = TransportEvents & { self: string }

/** Servers of one process that hear each other through memory, with the faults of a network. */
export function memoryNetwork() {
  const listeners = new Set<Listener>()
  /** Frames so far, with those that were lost. */
  const sent: string[] = []
  let fault: (frame: string) => 'lose' | 'refuse' | 'refuse late' | null = () => null

  const open: OpenTransport = (self, events) => {
    const listener = { ...events, self }
    listeners.add(listener)
    queueMicrotask(() => events.onConnected({ missed: false }))
    return Promise.resolve({
      async send(frame) {
        await Promise.resolve()
        sent.push(frame)
        const now = fault(frame)
        if (now === 'refuse') throw new Error('refused')
        for (const { self: to, onFrame } of now === 'lose' ? [] : listeners) {
          if (!frame.startsWith(`${to} `)) onFrame(frame)
        }
        if (now === 'refuse late') throw new Error('refused, though it arrived')
      },
      close: () => Promise.resolve(void listeners.delete(listener)),
    })
  }

  return {
    open,
    sent,
    breakWith: (next: typeof fault) => void (fault = next),
    /** Ends a server without its goodbye. */
    kill: (self: string) => {
      for (const listener of listeners) if (listener.self === self) listeners.delete(listener)
    },
  }
}
