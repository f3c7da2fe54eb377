import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { promisify } from 'node:util'
import type { Config } from '../../../config.ts'
import { spawnBounded } from './spawn-bounded.ts'

/**
 * Why a run ended without a result. The file is at fault where ffmpeg refuses it (`refused`), crashes of it (`crashed`) or takes
 * more time or room than a run has (`exhausted`), and the machine at `machine`. Either may be where memory ran out (`memory`),
 * another process ended it (`killed`), or it waited for a processor for too long (`timeout`).
 */
export class FfmpegFault extends Error {
  override readonly name = 'FfmpegFault'
  readonly reason: 'refused' | 'crashed' | 'exhausted' | 'machine' | 'memory' | 'killed' | 'timeout'

  constructor(reason: FfmpegFault['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export type FfmpegRun = {
  args: readonly string[]
  /** Milliseconds of a processor. A busy machine has `PATIENCE` times as long. */
  limitMs: number
  signal: AbortSignal
  /** The file that it writes, of so many bytes at most. It is the last argument. */
  output?: { path: string; maxBytes: number }
  /** Hears all that ffmpeg writes to its standard output. */
  onOutput?: (bytes: Buffer) => void
}

/** The most bytes kept of ffmpeg's report on a file. */
const REPORT_MAX = 64 * 1024
/** A run that another process ends, such as the system when memory is short, is begun again so often. */
const REPEATS = 2
/** A run may take so many times as long as it may use a processor. */
const PATIENCE = 4
/** Addresses, of which a program uses a part: eight pictures of 50 megapixels and their encoder take less. */
const MEMORY_KILOBYTES = 2 * 1024 * 1024

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

const toneMapping = new Map<string, Promise<boolean>>()

/** True for a program that can show wide colours on an ordinary screen. Builds without the library zimg cannot. */
export function canToneMap(program: string): Promise<boolean> {
  const asked =
    toneMapping.get(program) ??
    promisify(execFile)(program, ['-hide_banner', '-filters'], { timeout: 10_000 }).then(
      ({ stdout }) => / zscale .* tonemap /s.test(stdout) || / tonemap .* zscale /s.test(stdout),
      () => false,
    )
  toneMapping.set(program, asked)
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

async function runOnce(program: string, run: FfmpegRun): Promise<string> {
  const { args, output, limitMs } = run
  // Not at the end of its own: what it then writes is still whole, and bytes that are missing must not go unseen.
  const bounded = output ? [...args.slice(0, -1), '-fs', String(output.maxBytes), ...args.slice(-1)] : args
  const ended = await runBounded([program, ...bounded], run)
  const fault = faultOf(ended, limitMs)
  if (fault) throw fault
  if (output && ((await stat(output.path).catch(() => null))?.size ?? 0) >= output.maxBytes) {
    throw new FfmpegFault('exhausted', `ffmpeg wrote more than ${output.maxBytes} bytes`)
  }
  return ended.report
}

async function runBounded(command: readonly string[], run: FfmpegRun): Promise<Ended> {
  const { limitMs, signal, output, onOutput } = run
  signal.throwIfAborted()
  const child = spawnBounded(command, {
    seconds: secondsOf(limitMs),
    kilobytes: MEMORY_KILOBYTES,
    // Half as much again: the index of an MP4 is written behind what `-fs` counts.
    fileBytes: output ? 1.5 * output.maxBytes + MEGABYTE : null,
  })
  let report = ''
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.end()
  }, PATIENCE * limitMs)
  signal.addEventListener('abort', child.end)
  child.onOutput((bytes) => onOutput?.(bytes))
  child.onReport((bytes) => {
    if (report.length < REPORT_MAX) report += bytes.toString()
  })
  try {
    const { code, processorMs } = await child.ended
    signal.throwIfAborted()
    return { code, processorMs, isLate, report }
  } catch (error) {
    throw signal.aborted ? signal.reason : new FfmpegFault('machine', String(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', child.end)
  }
}

const MEGABYTE = 1024 * 1024

type Ended = { code: number; processorMs: number; isLate: boolean; report: string }

/** A shell tells of a program that a signal has ended by 128 and the signal's number. */
const SIGNALLED = 128
const { SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS } = constants.signals
const CRASHES: ReadonlySet<number> = new Set(
  [SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS].map((n) => SIGNALLED + n),
)
/** ffmpeg ends with it when a signal asks for its end. */
const ASKED_TO_END = 255

function faultOf({ code, processorMs, isLate, report }: Ended, limitMs: number): FfmpegFault | null {
  if (code === 0 && !isLate) return null
  const told = report.trim().slice(-2_000) || `ffmpeg ended with ${code}`
  // The system ends it at a whole second, and rounds what it tells.
  if (code === SIGNALLED + SIGXCPU || processorMs >= 900 * secondsOf(limitMs))
    return new FfmpegFault('exhausted', `ffmpeg used more than ${limitMs} ms`)
  if (code === SIGNALLED + SIGXFSZ) return new FfmpegFault('exhausted', 'ffmpeg wrote more than it may')
  if (isLate) return new FfmpegFault('timeout', `ffmpeg did not end within ${PATIENCE * limitMs} ms`)
  if (CRASHES.has(code)) return new FfmpegFault('crashed', told)
  if (code === ASKED_TO_END || isSignal(code)) return new FfmpegFault('killed', `ffmpeg was ended: ${told}`)
  if (MACHINE_FAULT.test(report)) return new FfmpegFault('machine', told)
  if (MEMORY_FAULT.test(report)) return new FfmpegFault('memory', told)
  return new FfmpegFault('refused', told)
}

/**
 * A fault of the system stands at the end of a line. The report holds texts of the file too: its tags, which are indented, and
 * names within sentences.
 */
const MACHINE_FAULT =
  /^\S.*: (?:No space left on device|Disk quota exceeded|Read-only file system|Too many open files)$/im
const MEMORY_FAULT = /^\S.*: Cannot allocate memory$/im

function secondsOf(limitMs: number): number {
  return Math.ceil(limitMs / 1_000)
}

function isSignal(code: number): boolean {
  return Object.values(constants.signals).includes(code - SIGNALLED)
}
