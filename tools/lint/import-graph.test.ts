import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { circlesOf, describeCircle, importGraph } from './import-graph.ts'
import type { Source } from './import-graph.ts'

const root = new URL('../../', import.meta.url).pathname

test('rooms of the server import each other without circles', async () => {
  const graph = importGraph(await sourcesOf('server/domains/**/*.ts'), roomOf)
  expect(graph.size).toBeGreaterThan(30)
  expect(circlesOf(graph).map((circle) => describeCircle(graph, circle))).toEqual([])
})

test('files of the client import each other without circles', async () => {
  const sources = await sourcesOf('client/{ui,core,entities,features,app,routes}/**/*.{ts,tsx}')
  const graph = importGraph(sources, (path) => (path.startsWith('client/') ? path : null))
  expect(graph.size).toBeGreaterThan(500)
  expect(circlesOf(graph).map((circle) => describeCircle(graph, circle))).toEqual([])
})

test('a circle of rooms is named with its imports', () => {
  const graph = importGraph(
    [
      { file: 'server/domains/money/payouts/pay.ts', text: "import { pay } from '../payments/pay.ts'" },
      { file: 'server/domains/money/payments/pay.ts', text: "import type { Payout } from '../payouts/entity.ts'" },
      { file: 'server/domains/shop/orders/pay.ts', text: "import { pay } from '../../money/payments/pay.ts'" },
    ],
    roomOf,
  )
  expect(circlesOf(graph)).toEqual([['money/payments', 'money/payouts']])
  expect(describeCircle(graph, ['money/payments', 'money/payouts']))
    .toBe(`money/payments → money/payouts → money/payments
  money/payments → money/payouts: server/domains/money/payments/pay.ts imports server/domains/money/payouts/entity.ts
  money/payouts → money/payments: server/domains/money/payouts/pay.ts imports server/domains/money/payments/pay.ts`)
})

test('a longer circle is found once, wherever it begins', () => {
  const file = (name: string, ...imports: string[]) => ({
    file: `server/domains/site/${name}/commands.ts`,
    text: imports.map((other) => `export { one } from '../${other}/commands.ts'`).join('\n'),
  })
  const graph = importGraph([file('c', 'a'), file('a', 'b', 'd'), file('b', 'c'), file('d')], roomOf)
  expect(circlesOf(graph)).toEqual([['site/a', 'site/b', 'site/c']])
})

test.each([
  ['of its own room', 'server/domains/money/payments/a.ts', "import { b } from './orders/b.ts'"],
  ['of a test', 'server/domains/money/payments/a.test.ts', "import { b } from '../payouts/b.ts'"],
  ['of test equipment', 'server/domains/money/payments/testing/a.ts', "import { b } from '../../payouts/b.ts'"],
  ['of infrastructure', 'server/domains/money/payments/a.ts', "import { b } from '../../../infra/b.ts'"],
])('an import %s makes no circle', (_, file, text) => {
  const back = { file: 'server/domains/money/payouts/b.ts', text: "const a = await import('../payments/a.ts')" }
  expect(circlesOf(importGraph([{ file, text }, back], roomOf))).toEqual([])
})

function roomOf(path: string): string | null {
  return /^server\/domains\/([\w-]+\/[\w-]+)\//.exec(path)?.[1] ?? null
}

async function sourcesOf(pattern: string): Promise<Source[]> {
  const sources: Source[] = []
  for await (const file of glob(pattern, { cwd: root })) {
    sources.push({ file, text: await readFile(`${root}${file}`, 'utf8') })
  }
  return sources
}
