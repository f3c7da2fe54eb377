import 'fake-indexeddb/auto'
import { Buffer } from 'node:buffer'
import { BroadcastChannel } from 'node:worker_threads'
import { afterAll } from 'vitest'

// A context has types of its own; what Node's encoders answer with, and what they take, are Node's.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array

// happy-dom has none. The files of one process would hear each other.
const opened: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    opened.push(this)
  }
} as unknown as typeof globalThis.BroadcastChannel
afterAll(() => opened.forEach((channel) => channel.close()))

// The library's one second is short on a busy machine.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 15_000 })
}

// happy-dom opens a modal dialog without a move of the focus, and gives all files of a process one class for it.
if ('HTMLDialogElement' in globalThis) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    // As a browser does: to the field that asks for it, else to the first control.
    ;(this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector('button'))?.focus()
  }
}

// The engine brings live queries along; tests of pages do without the engine.
if ('document' in globalThis) {
  const [{ liveQuery }, { bringLiveQueries }] = await Promise.all([
    import('dexie'),
    import('../core/sync/use-live-query.ts'),
  ])
  bringLiveQueries(liveQuery)
}
