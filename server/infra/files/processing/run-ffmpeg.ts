import { execFile, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Config } from '../../../config.ts'

/** Why a run ended without a result: its time was up, another process ended it, or ffmpeg refuses the file. */
export class FfmpegFault extends Error {
  override readonly name = 'FfmpegFault'
  readonly reason: 'timeout' | 'killed' | 'refused'

  constructor(reason: FfmpegFault['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export type FfmpegRun = {
  args: readonly string[]
  /** Milliseconds. */
  limitMs: number
  signal: AbortSignal
  /** Hears all that ffmpeg writes to its standard output. */
  onOutput?: (bytes: Buffer) => void
}

/** The most bytes kept of ffmpeg's report on a file. */
const REPORT_MAX = 64 * 1024
/** A run that another process ends, such as the system when memory is short, is begun again so often. */
const REPEATS = 2

const found = new Map<string, Promise<boolean>>()

/**
 * The program to work videos and sounds with: the configured one alone, else `ffmpeg` of the search path, else, outside
 * of production, the one of an optional package. Null when there is none.
 */
export async function findFfmpeg({
  ffmpegPath,
  environment,
}: Pick<Config, 'ffmpegPath' | 'environment'>): Promise<string | null> {
  if (ffmpegPath !== null) return (await works(ffmpegPath)) ? ffmpegPath : null
  if (await works('ffmpeg')) return 'ffmpeg'
  const packaged = environment === 'production' ? null : await packagedProgram()
  return packaged !== null && (await works(packaged)) ? packaged : null
}

/** The package throws where it has no program for this system. */
async function packagedProgram(): Promise<string | null> {
  try {
    return (await import('@ffmpeg-installer/ffmpeg')).default.path
  } catch {
    return null
  }
}

function works(program: string): Promise<boolean> {
  const asked =
    found.get(program) ??
    promisify(execFile)(program, ['-version'], { timeout: 10_000 }).then(
      () => true,
      () => false,
    )
  found.set(program, asked)
  return asked
}

/** Runs ffmpeg behind all other work of the machine; gives what it reports. Rejects with `FfmpegFault`, or as `signal` says. */
export async function runFfmpeg(program: string, run: FfmpegRun): Promise<string> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await runOnce(program, run)
    } catch (error) {
      const isKilled = error instanceof FfmpegFault && error.reason === 'killed'
      if (!isKilled || repeats === REPEATS) throw error
    }
  }
}

function runOnce(program: string, { args, limitMs, signal, onOutput }: FfmpegRun): Promise<string> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // It reads strangers' bytes, and learns no secret of this server.
  const env = { PATH: process.env['PATH'] }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let report = ''
  let isLate = false
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  signal.addEventListener('abort', end)
  child.on('spawn', () => putLast(child.pid))
  child.on('error', reject)
  child.stdout.on('data', (bytes: Buffer) => onOutput?.(bytes))
  child.stderr.on('data', (bytes: Buffer) => {
    if (report.length < REPORT_MAX) report += bytes.toString()
  })
  // Not `close`: a program that it has started may hold its outputs open.
  child.on('exit', () => {
    if (signal.aborted) reject(signal.reason)
    else if (isLate) reject(new FfmpegFault('timeout', `ffmpeg took longer than ${limitMs} ms`))
  })
  child.on('close', (code, killedBy) => {
    if (killedBy !== null) reject(new FfmpegFault('killed', `ffmpeg was ended by ${killedBy}`))
    else if (code !== 0) reject(new FfmpegFault('refused', report.trim().slice(-2_000) || `ffmpeg ended with ${code}`))
    else resolve(report)
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}

/** Requests are answered first: on a busy machine a video waits. */
function putLast(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}
