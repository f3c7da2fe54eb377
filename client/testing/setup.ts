import 'fake-indexeddb/auto'
import { Buffer } from 'node:buffer'
import { BroadcastChannel } from 'node:worker_threads'

// happy-dom has none.
globalThis.BroadcastChannel ??= BroadcastChannel as unknown as typeof globalThis.BroadcastChannel

// A context has types of its own; what Node's encoders answer with, and what they take, are Node's.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array
