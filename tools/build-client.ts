import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { root, run } from './run.ts'

export const dist = join(root, 'client/dist')

const stamp = join(root, 'node_modules/.cache/vesper/client-build')
const inputs = ['client', 'sync', 'package-lock.json']
const noInput =
  /(^|\/)(dist|e2e|node_modules|testing|bench|scripts)\/|\.test\.tsx?$|\.gen\.ts$|\.md$|\/playwright\.config\.ts$/

/** Builds the client unless the built one is of the present sources. Throws with Vite's output when it cannot. */
export async function buildClient({ env = {} }: { env?: Record<string, string> } = {}): Promise<void> {
  const sources = await hashOfSources()
  if (existsSync(join(dist, 'index.html')) && (await builtFrom()) === sources) return
  console.log('Building the app. It is built again only when its sources change …')
  const { code, output, seconds } = await run('vite', ['build'], { cwd: join(root, 'client'), env, output: 'kept' })
  if (code !== 0) throw new Error(`The app could not be built:\n${output}`)
  console.log(`Built the app in ${seconds.toFixed(1)} s.`)
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, sources)
}

function builtFrom(): Promise<string | null> {
  return readFile(stamp, 'utf8').catch(() => null)
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await sourceFiles())
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

async function sourceFiles(): Promise<string[]> {
  const files: string[] = []
  for (const input of inputs) {
    const entries = await readdir(join(root, input), { recursive: true, withFileTypes: true }).catch(() => null)
    if (entries === null) files.push(input)
    for (const entry of entries ?? [])
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)))
  }
  return files
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !noInput.test(path))
    .sort()
}
