import { createGate } from './gate.ts'

/** Lets at most `width` pieces of work of each key run at once, within this process; the others of that key wait in line. */
export function createGates(width: number): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const gates = new Map<string, { gate: ReturnType<typeof createGate>; inside: number }>()
  return async (key, work) => {
    const entry = gates.get(key) ?? { gate: createGate(width), inside: 0 }
    gates.set(key, entry)
    entry.inside += 1
    try {
      return await entry.gate(work)
    } finally {
      entry.inside -= 1
      if (entry.inside === 0) gates.delete(key)
    }
  }
}
