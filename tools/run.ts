import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export type Result = { code: number; output: string; seconds: number }
type Options = {
  cwd?: string
  env?: Record<string, string>
  output: 'shown' | 'kept'
  /** The process leads a group of its own, which can be killed with all that it starts. */
  isGroup?: boolean
}

/** Starts `command` with the project's own programs (`node_modules/.bin`) first in the search path. */
export function start(
  command: string,
  args: string[],
  { cwd = root, env, output, isGroup = false }: Options,
): ChildProcess {
  const path = [resolve(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  // Kept output goes to a pipe, where programs would leave their colours out.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return spawn(command, args, {
    cwd,
    detached: isGroup,
    env: { ...process.env, ...(output === 'kept' && colour), ...env, PATH: path },
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `command` to its end; rejects only when it cannot be started. A death by signal counts as code 1. */
export function run(command: string, args: string[], options: Options): Promise<Result> {
  const since = performance.now()
  return new Promise((resolveResult, reject) => {
    const child = start(command, args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.once('error', reject)
    child.once('close', (code) => resolveResult({ code: code ?? 1, output, seconds: secondsSince(since) }))
  })
}

/** Seconds since a reading of `performance.now()`. */
export function secondsSince(reading: number): number {
  return (performance.now() - reading) / 1000
}
