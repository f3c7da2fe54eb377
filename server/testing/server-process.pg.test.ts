import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = `
  const { spawnServer } = await import(process.env.SPAWN)
  console.log(await spawnServer({ DATA_DIR: process.env.DATA_DIR }).ready)
  setInterval(() => {}, 1_000)
`

test('a server and its PostgreSQL end when the process of their test is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-orphan-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { ...process.env, DATA_DIR: dataDir, SPAWN: import.meta.resolve('./server-process.ts') }
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const answers = () => fetch(new URL('/health', line.toString().trim())).then(isOk, () => false)
  // PostgreSQL removes this file when it has ended.
  const hasDatabase = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  expect([await answers(), hasDatabase()]).toEqual([true, true])
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(async () => [await answers(), hasDatabase()], { timeout: 20_000 }).toEqual([false, false])
})

function isOk({ ok }: Response): boolean {
  return ok
}
