import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { createFairGate } from '../../concurrency/fair-gate.ts'
import { Unavailable } from '../../http/limits/unavailable.ts'
import { damagedPicture } from '../file-refusals.ts'
import type { EncodedImage } from './images.ts'
import type { PictureAnswer, PictureTask } from './picture-task.ts'
import { tooIntricate } from './plain-structure.ts'

/** A decoded picture of 50 megapixels takes 200 MB: two at a time keep the memory bounded. */
const PROCESSES = 2
/** Milliseconds of a processor: some five times as long as the slowest ordinary picture takes. */
const LIMIT_MS = 30_000
/** A picture may take so many times as long as it may use a processor. */
const PATIENCE = 4
/** A start takes longer than a small picture, so that a process stays for the next one. */
const IDLE_MS = 30_000
const PROGRAM = join(import.meta.dirname, 'picture-worker.ts')
/** Decoders die so of a picture that they cannot bear. */
const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'])

type Idle = { child: ChildProcess; timer: NodeJS.Timeout }

/** Events of a process that is gone, or about to be. */
const ENDS = ['exit', 'error', 'disconnect'] as const

const inGate = createFairGate(PROCESSES)
const idle: Idle[] = []

/**
 * Decodes a picture of the account in a process of its own, which is killed after `limitMs` of a processor. Accounts take turns.
 * Refuses a picture that cannot be read, takes too long or crashes the decoder.
 */
export function processPicture(account: string, task: PictureTask, limitMs = LIMIT_MS): Promise<EncodedImage> {
  return inGate(account, async () => {
    const child = takeIdle() ?? start()
    const answer = await ask(child, task, limitMs)
    keepIdle(child)
    if ('image' in answer) return answer.image
    if ('refusal' in answer) throw new Refusal(answer.refusal.kind, answer.refusal.message)
    throw new Error(answer.fault)
  })
}

function start(): ChildProcess {
  // It reads strangers' bytes and learns nothing of this server.
  return fork(PROGRAM, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Rejects, and the process is gone, when there is no answer. */
function ask(child: ChildProcess, task: PictureTask, limitMs: number): Promise<PictureAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>()
  let [isTooLong, isStarved] = [false, false]
  const before = processorMsOf(child.pid)
  let turns = 0
  // A busy machine did not let it work where it used less of a processor: then another try may succeed.
  const timer = setInterval(() => {
    turns += 1
    isTooLong = processorMsOf(child.pid) - before >= 0.9 * limitMs
    isStarved = !isTooLong && turns === PATIENCE
    if (isTooLong || isStarved) child.kill('SIGKILL')
  }, limitMs)
  child.once('message', resolve)
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    if (isStarved) reject(new Unavailable('The server is busy with other pictures. Try again in a minute.', 60))
    else if (isTooLong) reject(tooIntricate())
    else if (CRASHES.has(signal ?? '')) reject(damagedPicture())
    else reject(new Error(`the process of a picture ended early: ${signal ?? code}`))
  })
  child.send(task)
  return promise.finally(() => {
    clearInterval(timer)
    forget(child)
  })
}

/** Milliseconds of a processor that a process has used; the time where the system does not tell. A tick of Linux has 10. */
function processorMsOf(pid: number | undefined): number {
  try {
    const told = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = told.slice(told.lastIndexOf(')') + 2).split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return process.platform === 'linux' ? 0 : performance.now()
  }
}

function takeIdle(): ChildProcess | null {
  const found = idle.pop()
  if (!found) return null
  clearTimeout(found.timer)
  forget(found.child)
  found.child.ref()
  found.child.channel?.ref()
  return found.child
}

/** Keeps a process for the next picture for a while; it does not keep the server from ending. */
function keepIdle(child: ChildProcess): void {
  const leave = () => {
    const index = idle.findIndex((known) => known.child === child)
    if (index !== -1) clearTimeout(idle.splice(index, 1)[0]?.timer)
  }
  const timer = setTimeout(() => {
    leave()
    child.kill('SIGKILL')
  }, IDLE_MS)
  for (const event of ENDS) child.once(event, leave)
  idle.push({ child, timer: timer.unref() })
  child.unref()
  child.channel?.unref()
}

function forget(child: ChildProcess): void {
  for (const event of ['message', ...ENDS]) child.removeAllListeners(event)
}
