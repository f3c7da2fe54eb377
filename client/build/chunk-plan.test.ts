import { expect, test } from 'vitest'
import { planChunks } from './chunk-plan.ts'
import type { PlannedModule } from './chunk-plan.ts'

test('modules that the same screens load make one chunk', () => {
  expect(plan({ a: [100, '12'], b: [50_000, '12'] })).toEqual(['ab'])
})

test('a large module stays apart from screens that do without it', () => {
  expect(plan({ a: [100, '1234'], b: [50_000, '1'] })).toEqual(['a', 'b'])
})

test('small modules of nearly the same screens are joined', () => {
  expect(plan({ a: [100, '1234'], b: [100, '123'] })).toEqual(['ab'])
})

test('modules that no screen loads together stay apart', () => {
  expect(plan({ a: [10, '1'], b: [10, '2'] })).toEqual(['a', 'b'])
})

test('a small module does not bring what it imports to screens that do without both', () => {
  const others = { a: [100, '12'], c: [50_000, '134'] } as const
  expect(plan({ ...others, b: [100, '1', 'c'] })).toEqual(['a', 'bc'])
  expect(plan({ ...others, b: [100, '1'] })).toEqual(['ab', 'c'])
})

test('a screen that counts more keeps out what it does without', () => {
  const modules = { a: [100, '123'], b: [200, '23'] } as const
  expect(plan(modules)).toEqual(['ab'])
  expect(plan(modules, [1, 20, 1, 1])).toEqual(['a', 'b'])
})

test('each module has one chunk, and chunks never import each other in a circle', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const modules = randomModules(seed)
    const chunks = planChunks(
      modules,
      Array.from({ length: 8 }, () => 1),
    )
    expect(chunks.flat().toSorted()).toEqual([...modules.keys()].toSorted())
    expect(chunks.length).toBeLessThan(modules.size)
    const chunkOf = new Map(chunks.flatMap((keys, chunk) => keys.map((key) => [key, chunk] as const)))
    const importsOf = chunks.map(
      (keys, chunk) =>
        new Set(keys.flatMap((key) => modules.get(key)?.imports.map((id) => chunkOf.get(id) ?? chunk) ?? [])),
    )
    // The ones that import nothing of what is left go, until none is left.
    const left = new Set(chunks.keys())
    for (let count = -1; count !== left.size;) {
      count = left.size
      for (const chunk of left) {
        const open = [...(importsOf[chunk] ?? [])].filter((id) => id !== chunk && left.has(id))
        if (open.length === 0) left.delete(chunk)
      }
    }
    expect(left.size).toBe(0)
  }
})

/** Sixty modules of eight screens; each imports a few of those after it, which load wherever it does. */
function randomModules(seed: number): Map<string, PlannedModule & { screens: Set<number> }> {
  let state = seed
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit
  const keys = Array.from({ length: 60 }, (_, at) => `m${at}`)
  const modules = new Map(
    keys.map((key, at) => [
      key,
      {
        bytes: below(10) === 0 ? 20_000 : below(2_000),
        imports: keys.slice(at + 1).filter(() => below(15) === 0),
        screens: new Set([below(8), below(8)]),
      },
    ]),
  )
  for (const { imports, screens } of modules.values()) {
    for (const key of imports) for (const screen of screens) modules.get(key)?.screens.add(screen)
  }
  return modules
}

type Letters = Readonly<Record<string, readonly [bytes: number, screens: string, imports?: string]>>

/** The chunks of modules of one letter, given as bytes, one digit for each screen, and the letters that they import. */
function plan(modules: Letters, weights: readonly number[] = [1, 1, 1, 1, 1]): string[] {
  const planned = Object.entries(modules).map(([key, [bytes, screens, imports = '']]): [string, PlannedModule] => [
    key,
    { bytes, imports: imports.split('').filter(Boolean), screens: new Set(screens.split('').map(Number)) },
  ])
  return planChunks(new Map(planned), weights)
    .map((chunk) => chunk.toSorted().join(''))
    .toSorted()
}
