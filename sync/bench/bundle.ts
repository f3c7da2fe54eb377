import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import type { EngineAbout, EngineName } from './engines/list.ts'

const here = import.meta.dirname
const root = resolve(here, '../..')

/** The script of each engine's page, `<name>.js`, and the workers and WebAssembly that it asks for, by their paths. */
export async function bundlePages(wanted: readonly EngineAbout[]): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>()
  for (const { name, module, make } of wanted) {
    const code = `import { startPage } from './in-page/page.ts'\nimport { ${make} } from './${module}'\nstartPage(${make})`
    const [script, ...others] = await bundle(code, [])
    files.set(`${name}.js`, contentOf(script))
    for (const other of others) files.set(other.fileName, contentOf(other))
  }
  return files
}

function contentOf(output: Output): string | Uint8Array {
  return output.type === 'chunk' ? output.code : output.source
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset
type Size = { all: number; beyondDexie: number }

/** Bytes after gzip of what an app loads for an engine, its workers and WebAssembly too, in all and without Dexie. */
export async function sizes(wanted: readonly EngineAbout[]): Promise<Partial<Record<EngineName, Size>>> {
  const found: Partial<Record<EngineName, Size>> = {}
  for (const { name, imports, loads = /./ } of wanted) {
    const [all, beyondDexie] = [await bundle(imports, []), await bundle(imports, ['dexie'])].map(
      ([script, ...others]) =>
        [script, ...others.filter(({ fileName }) => loads.test(fileName))]
          .map((output) => gzipSync(contentOf(output), { level: 9 }).length)
          .reduce((sum, bytes) => sum + bytes),
    ) as [number, number]
    found[name] = { all, beyondDexie: name === 'dexie' ? 0 : beyondDexie }
  }
  return found
}

async function bundle(code: string, external: string[]): Promise<[Output, ...Output[]]> {
  const result = (await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [virtualEntry(code)],
    worker: { format: 'es' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    resolve: {
      alias: {
        // One copy: two of them in a page refuse to work.
        dexie: resolve(root, 'node_modules/dexie/dist/modern/dexie.mjs'),
        events: resolve(here, 'node_modules/events/events.js'),
      },
    },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: ENTRY,
        external: external.map((name) => new RegExp(`^${name}$|/node_modules/${name}/`)),
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return result.output
}

const ENTRY = resolve(here, 'entry.virtual.ts')

function virtualEntry(code: string): Plugin {
  return {
    name: 'entry',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? code : null),
  }
}
