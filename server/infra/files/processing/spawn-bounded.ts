import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** The most that a program takes: seconds of a processor, kilobytes of addresses, and bytes of each file that it writes. */
export type Bounds = { seconds: number; kilobytes: number; fileBytes: number | null }

export type BoundedProgram = {
  /** Settles when the program is gone: its exit code as a shell tells it, and the milliseconds of a processor that it used. */
  ended: Promise<{ code: number; processorMs: number }>
  onOutput: (hear: (bytes: Buffer) => void) => void
  onReport: (hear: (bytes: Buffer) => void) => void
  /** Ends it at once, with all that it has started. */
  end: () => void
}

// A shell sets the bounds, which a system may not know, and starts the program. A second one waits for the pipe to this
// server: it closes with the server, however that ends, and then the program is ended.
const SHELL = `
exec 3<&0 </dev/null
ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"
ulimit -v "$3" 2>/dev/null
[ "$4" = none ] || ulimit -f "$4"
shift 4
nice -n 19 "$@" 3<&- 4>&- &
program=$!
exec >/dev/null 2>&1
{ read -r _ <&3; kill -9 $program; } 4>&- &
watch=$!
exec 3<&-
wait $program
code=$?
kill -9 $watch
times >&4
exit $code`

/** ffmpeg may finish its file once its time is up. */
const GRACE_SECONDS = 5
const BLOCK_BYTES = 512
const MARK = 'VESPER_SERVER_PROCESS'

/** Starts a program that reads strangers' bytes: bounded, behind all other work of the machine, and never longer than this process. */
export function spawnBounded(command: readonly string[], { seconds, kilobytes, fileBytes }: Bounds): BoundedProgram {
  const blocks = fileBytes === null ? 'none' : String(Math.ceil(fileBytes / BLOCK_BYTES))
  const bounds = [seconds, seconds + GRACE_SECONDS, kilobytes].map(String)
  const child = spawn('/bin/sh', ['-c', SHELL, 'sh', ...bounds, blocks, ...command], {
    // It learns no secret of this server.
    env: { PATH: process.env['PATH'], [MARK]: ownMark() },
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
    // A group of its own: one signal ends all of it, and a key press in the terminal does not.
    detached: true,
  })
  const end = () => endGroup(child.pid)
  let times = ''
  child.stdio[4]?.on('data', (bytes: Buffer) => (times += bytes.toString()))
  child.stdin?.on('error', () => {})
  const ended = new Promise<{ code: number; processorMs: number }>((resolve, reject) => {
    child.on('error', reject)
    // Where the shell itself was ended, its program goes on.
    child.on('exit', end)
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), processorMs: processorMsOf(times) })
    })
  })
  return {
    ended,
    end,
    onOutput: (hear) => void child.stdout?.on('data', hear),
    onReport: (hear) => void child.stderr?.on('data', hear),
  }
}

/**
 * Ends programs of servers that are gone, which nothing else ended, and gives how many there were. Only Linux shows whose a
 * program is.
 */
export function endStrayPrograms(): number {
  let ended = 0
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    const mark = /^\d+$/.test(name) ? markOf(name) : null
    if (mark === null || isAlive(mark)) continue
    try {
      process.kill(Number(name), 'SIGKILL')
      ended += 1
    } catch {
      // It ended meanwhile.
    }
  }
  return ended
}

/** A process by its id and its start: an id is used again. */
function ownMark(): string {
  return `${process.pid}.${startOf(String(process.pid))}`
}

function isAlive(mark: string): boolean {
  const [pid = '', start] = mark.split('.')
  return startOf(pid) === start
}

function markOf(pid: string): string | null {
  const [, mark = null] = new RegExp(`(?:^|\0)${MARK}=([\\d.]+)`).exec(read(`/proc/${pid}/environ`)) ?? []
  return mark
}

/** When a process started, in ticks of the system; empty where it is not known. The name before it may hold anything. */
function startOf(pid: string): string {
  const told = read(`/proc/${pid}/stat`)
  return told.slice(told.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The second line of \`times\` is of the programs that the shell has started: their own time, and the system's for them. */
function processorMsOf(times: string): number {
  const [, programs = ''] = times.split('\n')
  let ms = 0
  for (const [, minutes, seconds] of programs.matchAll(/(\d+)m([\d.]+)s/g)) {
    ms += (Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  return ms
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
