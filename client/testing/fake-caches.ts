/** A `CacheStorage` in memory: so much of one as the app uses. Keys are paths or addresses of this origin. */
export class FakeCaches {
  readonly #caches = new Map<string, FakeCache>()

  has = async (name: string): Promise<boolean> => this.#caches.has(name)
  delete = async (name: string): Promise<boolean> => this.#caches.delete(name)

  open = async (name: string): Promise<FakeCache> => {
    const cache = this.#caches.get(name) ?? new FakeCache()
    this.#caches.set(name, cache)
    return cache
  }
}

class FakeCache {
  readonly #held = new Map<string, { bytes: Blob; headers: Headers }>()

  keys = async (): Promise<{ url: string }[]> => [...this.#held.keys()].map((url) => ({ url }))
  delete = async (key: Key): Promise<boolean> => this.#held.delete(addressOf(key))

  /** Reads the whole body first: a body that breaks off is not kept. */
  put = async (key: Key, response: Response): Promise<void> => {
    const bytes = await response.blob()
    this.#held.set(addressOf(key), { bytes, headers: response.headers })
  }

  match = async (key: Key): Promise<Response | undefined> => {
    const held = this.#held.get(addressOf(key))
    return held && new Response(held.bytes, { headers: held.headers })
  }
}

type Key = string | { url: string }

function addressOf(key: Key): string {
  return new URL(typeof key === 'string' ? key : key.url, location.href).href
}
