/**
 * Puts modules into chunks. Modules that the same screens load make one chunk, so that no screen loads what it does not need.
 * That alone leaves dozens of small files, which compress badly and each cost a request. So chunks are joined as long as the
 * screens that load both gain more than the others lose by what they load in vain.
 *
 * Invariants: a module is in one chunk. A chunk is loaded wherever one that imports it is. Chunks do not import each other in
 * a circle, because an importer would run before what it imports.
 */

/**
 * `bytes`: about what the module weighs after compression. `imports`: keys of modules that load with it. `screens`: by their
 * place in the list of weights.
 */
export type PlannedModule = { bytes: number; imports: readonly string[]; screens: ReadonlySet<number> }

/** `loads`: for each screen 1 where it loads the chunk, else 0. */
type Chunk = { modules: string[]; bytes: number; loads: Uint8Array; imports: Set<Chunk>; importers: Set<Chunk> }

/** Another file costs a screen about so many bytes: its name in other files, and words that it repeats. */
const FILE_BYTES = 550

/** The modules of each chunk, from all modules that screens load by their keys. `weights`: how much each screen counts. */
export function planChunks(modules: ReadonlyMap<string, PlannedModule>, weights: readonly number[]): string[][] {
  const plan = new ChunkPlan(modules, weights)
  while (plan.joinBest());
  return [...plan.chunks].map(({ modules: found }) => found)
}

class ChunkPlan {
  readonly chunks: Set<Chunk>
  readonly #weights: readonly number[]
  /** By two chunks: the bytes that all screens together would save if they were one. */
  readonly #gains = new Map<Chunk, Map<Chunk, number>>()
  /** All that a chunk imports, however far. */
  readonly #closures = new Map<Chunk, ReadonlySet<Chunk>>()

  constructor(modules: ReadonlyMap<string, PlannedModule>, weights: readonly number[]) {
    this.#weights = weights
    this.chunks = bySameScreens(modules, weights.length)
    for (const chunk of this.chunks) this.#gains.set(chunk, this.#gainsOf(chunk))
  }

  /** Joins the two chunks that gain most; false where none gain. */
  joinBest(): boolean {
    const best = bestOf(this.#gains)
    if (!best) return false
    const [one, other] = best
    if (this.#isCircle(one, other) || this.#isCircle(other, one)) {
      this.#gains.get(one)?.delete(other)
      this.#gains.get(other)?.delete(one)
      return true
    }
    this.chunks.delete(other)
    this.#gains.delete(other)
    for (const gains of this.#gains.values()) gains.delete(other)
    for (const changed of this.#join(one, other)) this.#renew(changed)
    return true
  }

  /** True where `from` imports `to` by way of a third chunk. */
  #isCircle(from: Chunk, to: Chunk): boolean {
    return [...from.imports].some((chunk) => chunk !== to && this.#allImports(chunk).has(to))
  }

  /** Puts the second chunk into the first. Returns the chunks that have changed or load elsewhere now. */
  #join(one: Chunk, other: Chunk): Set<Chunk> {
    join(one, other)
    this.#closures.clear()
    const changed = new Set([one])
    for (const imported of this.#allImports(one)) if (addLoads(imported, one)) changed.add(imported)
    return changed
  }

  #renew(changed: Chunk): void {
    const gains = this.#gainsOf(changed)
    this.#gains.set(changed, gains)
    for (const [chunk, theirs] of this.#gains) {
      const gain = gains.get(chunk)
      if (gain === undefined) theirs.delete(changed)
      else theirs.set(changed, gain)
    }
  }

  #gainsOf(chunk: Chunk): Map<Chunk, number> {
    const gains = new Map<Chunk, number>()
    for (const other of this.chunks) {
      const gain = other === chunk ? 0 : this.#gainOf(chunk, other)
      if (gain > 0) gains.set(other, gain)
    }
    return gains
  }

  #gainOf(one: Chunk, other: Chunk): number {
    let gain = 0
    for (let screen = 0; screen < this.#weights.length; screen += 1) {
      const weight = this.#weights[screen] ?? 0
      if (one.loads[screen]) gain += weight * (other.loads[screen] ? FILE_BYTES : -other.bytes)
      else if (other.loads[screen]) gain -= weight * one.bytes
    }
    // A look at the two alone spares most looks at what they import.
    return gain <= 0 ? gain : gain - this.#dragged(one, other) - this.#dragged(other, one)
  }

  /** Bytes that screens of `other` would load in vain, because `chunk` imports them. */
  #dragged(chunk: Chunk, other: Chunk): number {
    let bytes = 0
    for (const imported of this.#allImports(chunk)) {
      for (let screen = 0; screen < this.#weights.length; screen += 1) {
        if (!other.loads[screen] || imported.loads[screen]) continue
        bytes += (this.#weights[screen] ?? 0) * (imported.bytes + FILE_BYTES)
      }
    }
    return bytes
  }

  #allImports(chunk: Chunk): ReadonlySet<Chunk> {
    const known = this.#closures.get(chunk)
    if (known) return known
    const found = new Set<Chunk>()
    const open = [...chunk.imports]
    for (let next = open.pop(); next; next = open.pop()) {
      if (found.has(next)) continue
      found.add(next)
      open.push(...next.imports)
    }
    this.#closures.set(chunk, found)
    return found
  }
}

function bySameScreens(modules: ReadonlyMap<string, PlannedModule>, count: number): Set<Chunk> {
  const bySignature = new Map<string, Chunk>()
  const chunkOf = new Map<string, Chunk>()
  for (const [key, { bytes, screens }] of modules) {
    const signature = [...screens].toSorted((a, b) => a - b).join()
    const chunk = bySignature.get(signature) ?? emptyChunk(screens, count)
    bySignature.set(signature, chunk)
    chunkOf.set(key, chunk)
    chunk.modules.push(key)
    chunk.bytes += bytes
  }
  for (const [key, { imports }] of modules) {
    const chunk = chunkOf.get(key)
    for (const imported of imports) {
      const other = chunkOf.get(imported)
      if (!chunk || !other || other === chunk) continue
      chunk.imports.add(other)
      other.importers.add(chunk)
    }
  }
  return new Set(bySignature.values())
}

function emptyChunk(screens: ReadonlySet<number>, count: number): Chunk {
  const loads = Uint8Array.from({ length: count }, (_, screen) => (screens.has(screen) ? 1 : 0))
  return { modules: [], bytes: 0, loads, imports: new Set(), importers: new Set() }
}

function bestOf(pairs: ReadonlyMap<Chunk, ReadonlyMap<Chunk, number>>): [Chunk, Chunk] | null {
  let best: [Chunk, Chunk] | null = null
  let most = 0
  for (const [one, gains] of pairs) {
    for (const [other, gain] of gains) {
      if (gain <= most) continue
      most = gain
      best = [one, other]
    }
  }
  return best
}

function join(one: Chunk, other: Chunk): void {
  one.modules.push(...other.modules)
  one.bytes += other.bytes
  addLoads(one, other)
  for (const imported of other.imports) {
    imported.importers.delete(other)
    if (imported === one) continue
    one.imports.add(imported)
    imported.importers.add(one)
  }
  for (const importer of other.importers) {
    importer.imports.delete(other)
    if (importer === one) continue
    importer.imports.add(one)
    one.importers.add(importer)
  }
}

/** Has a chunk load wherever another one does; true where that changes something. */
function addLoads(chunk: Chunk, other: Chunk): boolean {
  let isChanged = false
  for (const [screen, load] of other.loads.entries()) {
    if (!load || chunk.loads[screen]) continue
    chunk.loads[screen] = 1
    isChanged = true
  }
  return isChanged
}
