import type { Subject } from '../engines/engine.ts'

/** Opens the engine and brings in everything that the server has, then cuts the line. */
export async function load({ engine, line }: Subject): Promise<void> {
  await engine.open()
  line.online = true
  await engine.pull()
  line.online = false
  await engine.settle()
}

/** The line is back. */
export async function pullAgain({ engine, line }: Subject): Promise<void> {
  line.online = true
  await engine.pull()
}
