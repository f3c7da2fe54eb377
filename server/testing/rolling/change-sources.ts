import { registerHooks } from 'node:module'

/** From now on files whose path ends as a key load with another text in the place of the first. Throws where a file lacks it. */
export function changeSources(changes: Record<string, readonly [find: string, put: string]>): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const change = Object.entries(changes).find(([path]) => url.endsWith(path))?.[1]
      if (!change) return loaded
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      if (!source.includes(change[0])) throw new Error(`${url} has no ${change[0]}.`)
      return { ...loaded, source: source.replace(...change) }
    },
  })
}
