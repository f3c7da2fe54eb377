import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mergeCommands, readCommands } from './admin.ts'
import type { AdminCommands } from './admin.ts'

const command = { summary: 'Does nothing', run: () => Promise.resolve() }
const [reports, approve]: [AdminCommands, AdminCommands] = [{ reports: command }, { approve: command }]

test('the commands of all domains stand in the order of their names', () => {
  const commands = mergeCommands([
    ['reports/admin.ts', reports],
    ['performers/admin.ts', approve],
  ])
  expect([...commands.keys()]).toEqual(['approve', 'reports'])
})

test('two domains never share the name of a command', () => {
  expect(() =>
    mergeCommands([
      ['reports/admin.ts', reports],
      ['performers/admin.ts', { ...approve, ...reports }],
    ]),
  ).toThrow('performers/admin.ts names the command "reports", which another domain has.')
})

test('the README names every command', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const names = [...(await readCommands()).keys()]
  expect(names.filter((name) => !new RegExp(`(?:admin -- |\`)${name}\\b`).test(readme))).toEqual([])
  expect(names.length).toBeGreaterThan(20)
})
