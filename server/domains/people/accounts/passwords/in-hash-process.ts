import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { BoundedGate, busy } from '../../../../infra/concurrency/bounded-gate.ts'

/** `stored`: the hash to check the password against; without it the password is hashed at `cost`. */
export type HashTask = { password: string; stored?: string; cost?: HashCost }
type HashCost = { memoryCost: number; timeCost: number; parallelism: number }
export type HashAnswer = { value: string | boolean } | { fault: string }

/** The other half of the processors is left to everything else. A hash takes 32 MB. */
const PROCESSES = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
/** The last one in line waits some three seconds where there are two processors. */
const ROOM = 64
/** Some hundred times as long as a hash takes, with the start of its process. */
const LIMIT_MS = 20_000
const PROGRAM = join(import.meta.dirname, 'hash-worker.ts')

const gate = new BoundedGate({ width: PROCESSES, room: ROOM })
const idle: ChildProcess[] = []

/**
 * Hashes or checks a password in a process of its own, at a low priority: calls of people who are signed in go first. In
 * this process it would hold up libuv's threads, which serve files, names of hosts and compression, and each 32 MB that it
 * takes and gives back would stop the other threads. Callers take turns; refuses as `unavailable` once too many wait, and
 * work that is not done after `limitMs`, whose process is killed: it would hold its place for ever.
 */
export function inHashProcess<Value extends string | boolean>(
  caller: string,
  task: HashTask,
  limitMs = LIMIT_MS,
): Promise<Value> {
  return gate.run(caller, async () => {
    const child = idle.pop() ?? start()
    const answer = await ask(child, task, limitMs)
    if (child.connected && !child.killed) idle.push(child)
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.value as Value
  })
}

/** Refuses a password that would be refused for want of room, before anything is looked up for it. */
export function refuseIfBusy(caller: string): void {
  gate.refuseIfFull(caller)
}

function start(): ChildProcess {
  const child = fork(PROGRAM, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // An unheard error would end the server; `ask` tells the caller.
  child.on('error', () => {})
  child.on('exit', () => {
    const index = idle.indexOf(child)
    if (index !== -1) idle.splice(index, 1)
  })
  return child
}

/** Rejects, and the process is gone, when there is no answer. */
async function ask(child: ChildProcess, task: HashTask, limitMs: number): Promise<HashAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>()
  const heard = (answer: unknown) => resolve(answer as HashAnswer)
  const ended = (code: number | null, signal: string | null) =>
    reject(child.killed ? busy() : new Error(`the process of a password ended early: ${signal ?? code}`))
  child.once('message', heard).once('error', reject).once('exit', ended)
  // Only a process that is stuck, or starved on a busy machine, takes so long: another try may succeed.
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  child.ref()
  child.channel?.ref()
  child.send(task)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', heard).off('error', reject).off('exit', ended)
    // A process that waits keeps no server from ending.
    child.unref()
    child.channel?.unref()
  }
}
