import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clusterFolder, openCluster } from './postgres-cluster.ts'

test('an orphan of a killed start that still writes keeps no later start from making its cluster', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-cluster-'))
  const orphan = await writeWithoutEnd(join(dataDir, 'postgres-unfinished-killed', 'cluster', 'base'))
  onTestFinished(async () => {
    orphan.kill('SIGKILL')
    await once(orphan, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  })
  await openCluster(dataDir, 'a password')
  expect(existsSync(join(clusterFolder(dataDir), 'PG_VERSION'))).toBe(true)
})

/** Makes files in `folder` faster than anybody removes them. */
async function writeWithoutEnd(folder: string) {
  const script = `
    const { mkdirSync, writeFileSync } = require('node:fs')
    for (let count = 0; ; count++) {
      try {
        mkdirSync(process.argv[1], { recursive: true })
        for (let name = 0; name < 50; name++) writeFileSync(process.argv[1] + '/' + name, '')
      } catch {}
      if (count === 10) process.stdout.write('writing')
    }`
  const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  return child
}
