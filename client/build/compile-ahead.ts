import type { Plugin, Rolldown } from 'vite'

/** Tells V8 to compile all of these chunks beside the main thread while they load, instead of a function a call on it. */
export function compileAhead(isAhead: (chunk: Rolldown.OutputChunk) => boolean): Plugin {
  return {
    name: 'vesper:compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint counts in the first line only.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && isAhead(file)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
