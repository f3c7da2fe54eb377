import type { Route } from './route.ts'

/** The address exists, but not for this method. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed'
  readonly allow: string

  constructor(method: string, allow: string) {
    super(`This address does not take ${method}. It takes ${allow}.`)
    this.allow = allow
  }
}

/** The methods of addresses, by the patterns of their routes. */
export class AllowedMethods {
  readonly #routes: { methods: readonly string[]; segments: readonly string[] }[] = []

  /** `pattern` has the segments `:name` for any and, at its end, `*` for any that follow. */
  add(method: Route['method'], pattern: string): void {
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    this.#routes.push({ methods, segments: pattern.split('/') })
  }

  /** Empty for an address that no pattern has. */
  of(path: string): string[] {
    const segments = path.split('/')
    const found = this.#routes.filter((route) => matches(route.segments, segments))
    return [...new Set(found.flatMap(({ methods }) => methods))]
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? path.length < pattern.length : path.length !== pattern.length) return false
  return pattern.every(
    (segment, at) => segment === '*' || segment === path[at] || (segment.startsWith(':') && path[at]),
  )
}
