import type { PageFiles } from '@vesper/sync/vesper/page-files.ts'
import type { Plugin, Rolldown } from 'vite'
import { engineOf, FRAMES, moduleName, PARTS, routeFiles } from './route-files.ts'

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'isEntry'>

/**
 * Writes `page-files.json` beside the app: the scripts of each page beyond those of the app itself. The server names them in
 * the page, so that they come in one go: else one would name the next.
 */
export function pageFiles(): Plugin {
  return {
    name: 'vesper:page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const isPart = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
      const parts = chunks.flatMap(({ moduleIds }) => moduleIds).filter(isPart)
      const source = JSON.stringify(filesOf(chunks, parts.map(moduleName)))
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source })
    },
  }
}

/** The files of all pages and of the `parts` that come later, from the chunks of the build. Throws for a page without a chunk. */
export function filesOf(chunks: readonly Chunk[], parts: readonly string[] = []): PageFiles {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [moduleName(id), chunk] as const)))
  const chunkOf = (name: string): string => {
    const chunk = byModule.get(name)
    if (!chunk) throw new Error(`No chunk has ${name}.`)
    return chunk.fileName
  }
  const withImports = (files: readonly string[]): Set<string> => {
    const open = [...files]
    const found = new Set<string>()
    for (let file = open.pop(); file; file = open.pop()) {
      if (found.has(file)) continue
      found.add(file)
      open.push(...(byName.get(file)?.imports ?? []))
    }
    return found
  }
  const initial = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const listed = (modules: readonly string[]) =>
    [...withImports(modules.map(chunkOf))].filter((file) => !initial.has(file)).map((file) => `/${file}`)
  return {
    pages: Object.fromEntries(
      routeFiles().map((route) => {
        const { path, file, frame, catalogues } = route
        const modules = [componentOf(file, byModule), ...(PARTS[path] ?? []), ...engineOf(route)]
        return [path, { frame, catalogues, files: listed(modules) }]
      }),
    ),
    frames: {
      visitor: listed([FRAMES.visitor]),
      account: listed([FRAMES.firstAnswers, FRAMES.account, FRAMES.visitor]),
      public: listed([FRAMES.public]),
    },
    texts: textsIn(byModule),
    parts: Object.fromEntries(parts.filter((id) => byModule.has(id)).map((id) => [id, `/${chunkOf(id)}`])),
  }
}

/** The module that a route's component was put into. */
function componentOf(file: string, byModule: ReadonlyMap<string, Chunk>): string {
  const split = `${file}?tsr-split=component`
  return byModule.has(split) ? split : file
}

/** The files of texts, by language and catalogue. */
function textsIn(byModule: ReadonlyMap<string, Chunk>): PageFiles['texts'] {
  const texts: Record<string, Record<string, string>> = {}
  for (const [name, { fileName, isEntry }] of byModule) {
    const [, language = '', catalogue = ''] = /^locales\/(\w+)\/(\w+)\.po$/.exec(name) ?? []
    if (language && !isEntry) (texts[language] ??= {})[catalogue] = `/${fileName}`
  }
  return texts
}
