import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import type { EngineAbout, EngineName } from './engines/list.ts'

const here = import.meta.dirname
const root = resolve(here, '../..')

/** The script of each engine's page. */
export async function bundlePages(wanted: readonly EngineAbout[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const { name, module, make } of wanted) {
    const code = `import { startPage } from './in-page/page.ts'\nimport { ${make} } from './${module}'\nstartPage(${make})`
    pages.set(name, await bundle(code, []))
  }
  return pages
}

type Size = { all: number; beyondDexie: number }

/** Bytes after gzip of what an app loads for an engine, in all and without Dexie. */
export async function sizes(wanted: readonly EngineAbout[]): Promise<Partial<Record<EngineName, Size>>> {
  const found: Partial<Record<EngineName, Size>> = {}
  for (const { name, imports } of wanted) {
    const [all, beyondDexie] = [await bundle(imports, []), await bundle(imports, ['dexie'])].map(
      (code) => gzipSync(code, { level: 9 }).length,
    ) as [number, number]
    found[name] = { all, beyondDexie: name === 'dexie' ? 0 : beyondDexie }
  }
  return found
}

async function bundle(code: string, external: string[]): Promise<string> {
  const result = (await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [virtualEntry(code)],
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
  return result.output[0].code
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
