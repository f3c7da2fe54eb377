import { constants, setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashTask } from './in-hash-process.ts'

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Started by in-hash-process.ts, one task at a time.
process.on('message', (task: HashTask) => process.send?.(answerTo(task)))
// The server is gone.
process.on('disconnect', () => process.exit())
// A key press in the terminal reaches this process as well. The server finishes its work, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

function answerTo({ password, cost, stored }: HashTask): HashAnswer {
  try {
    return { value: stored === undefined ? hashSync(password, cost) : verifySync(stored, password) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
