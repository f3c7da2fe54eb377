import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runFfmpeg } from './run-ffmpeg.ts'
import { endStrayPrograms } from './spawn-bounded.ts'

const folder = mkdtempSync(join(tmpdir(), 'vesper-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

const run = { args: [], limitMs: 20_000, signal: AbortSignal.timeout(60_000) }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function pidIn(file: string): Promise<number> {
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/^\d+\n$/), 20_000)
  return Number(readFileSync(file, 'utf8'))
}

test('a program that uses all of its processor time is the file’s fault, one that waits for it is not', async () => {
  const busy = runFfmpeg(program('busy', 'while :; do :; done'), { ...run, limitMs: 1_000 })
  const idle = runFfmpeg(program('idle', 'sleep 60'), { ...run, limitMs: 500 })
  // Either may end first.
  await Promise.all([
    expect(idle).rejects.toMatchObject({ reason: 'timeout' }),
    expect(busy).rejects.toMatchObject({ reason: 'exhausted' }),
  ])
})

test('a program ends by itself, by another or by a crash, and the reason is told', async () => {
  const ends = { refused: 'exit 1', crashed: 'kill -SEGV $$', killed: 'kill -KILL $$' }
  for (const [reason, script] of Object.entries(ends)) {
    await expect(runFfmpeg(program(reason, script), run)).rejects.toMatchObject({ reason })
  }
})

test.each([
  ['No space left on device', 'machine'],
  ['Cannot allocate memory', 'memory'],
  ['Invalid data found when processing input', 'refused'],
])('what it reports tells whose fault it is: %s', async (words, reason) => {
  await expect(runFfmpeg(program('told', `echo "file:x: ${words}" >&2; exit 1`), run)).rejects.toMatchObject({ reason })
})

test.each([
  ['    WritingApp      : No space left on device', 'refused'],
  ['    comment         : Cannot allocate memory', 'refused'],
  ['[matroska,webm @ 0x1] Unknown/unsupported AVCodecID V_X: No space left on device.', 'refused'],
  ['[out#0/mp4 @ 0x1] Error writing trailer: No space left on device', 'machine'],
  ['av_interleaved_write_frame(): Disk quota exceeded', 'machine'],
])('texts of the file are no faults of the machine: %s', async (line, reason) => {
  const reports = program('texts', `printf '%s\\n' "Input #0, matroska" "${line}" "Output: nothing" >&2; exit 1`)
  await expect(runFfmpeg(reports, run)).rejects.toMatchObject({ reason })
})

test('a file as large as its bound is the file’s fault, and one byte less is taken', async () => {
  const path = join(folder, 'written')
  const writing = program('writing', `head -c "$1" /dev/zero > "${path}"`)
  const write = (bytes: number) =>
    runFfmpeg(writing, { ...run, args: [String(bytes), 'target'], output: { path, maxBytes: 100_000 } })
  await expect(write(99_999)).resolves.toBe('')
  await expect(write(100_000)).rejects.toMatchObject({ reason: 'exhausted' })
  // It does not get far: what it writes is bounded beside what it is asked.
  await expect(write(900_000_000)).rejects.toMatchObject({ reason: 'exhausted' })
  expect(readFileSync(path).length).toBeLessThan(2_000_000)
})

test('a program has bounds of memory, of processor time and of the files that it writes', async () => {
  const told = await runFfmpeg(program('bounds', 'ulimit -v >&2; ulimit -t >&2; ulimit -f >&2'), {
    ...run,
    args: ['target'],
    output: { path: join(folder, 'none'), maxBytes: 1024 * 1024 },
  })
  expect(told).toBe(`${2 * 1024 * 1024}\n20\n${5 * 1024}\n`)
})

test('a program ends with the server, however that ends', async () => {
  const file = join(folder, 'orphan')
  const long = program('long', `echo $$ > "${file}"\nsleep 60`)
  const script = [
    `const { runFfmpeg } = await import(${JSON.stringify(join(import.meta.dirname, 'run-ffmpeg.ts'))})`,
    `await runFfmpeg(${JSON.stringify(long)}, { args: [], limitMs: 60_000, signal: new AbortController().signal })`,
  ]
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script.join('\n')], { stdio: 'ignore' })
  const pid = await pidIn(file)
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
})

test.skipIf(process.platform !== 'linux')('a start ends programs of servers that are gone, and no others', async () => {
  const stray = (mark: string) => {
    const child = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'], VESPER_SERVER_PROCESS: mark } })
    return { pid: child.pid ?? 0, ended: new Promise((done) => child.once('exit', done)) }
  }
  const file = join(folder, 'mine')
  const stop = new AbortController()
  const mine = runFfmpeg(program('mine', `echo $$ > "${file}"\nsleep 60`), { ...run, signal: stop.signal })
  const [gone, reused] = [stray('2147483000.1'), stray(`${process.pid}.1`)]
  const pid = await pidIn(file)
  // A server that starts beside this test may be the one that ends them.
  endStrayPrograms()
  await Promise.all([gone.ended, reused.ended])
  expect(isAlive(pid)).toBe(true)
  stop.abort(new Error('stopped'))
  await expect(mine).rejects.toThrow('stopped')
})
