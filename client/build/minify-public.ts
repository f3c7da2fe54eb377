import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify } from 'vite'
import type { Plugin } from 'vite'

/** Minifies scripts that `public` has for the time before the app: Vite copies what lies there as it is. */
export function minifyPublic(scripts: readonly string[]): Plugin {
  return {
    name: 'vesper:minify-public',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await Promise.all(scripts.map((script) => minifyFile(join(dir, script))))
    },
  }
}

async function minifyFile(path: string): Promise<void> {
  const { code, errors } = await minify(path, await readFile(path, 'utf8'))
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  await writeFile(path, code)
}
