import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every package lies in the root’s node_modules, the only one that the image takes along', async () => {
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const beside = Object.entries(lock.packages).filter(
    ([path, { dev }]) => /^(server|sync)\/.*node_modules\//.test(path) && !dev,
  )
  expect(beside.map(([path]) => path)).toEqual([])
})
