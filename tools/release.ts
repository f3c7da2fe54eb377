// npm run release: raises the version of all packages by the changesets, and writes them into CHANGELOG.md.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOfChangesets } from './changelog.ts'
import { root, run } from './run.ts'

const folder = join(root, '.changeset')
const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
if (names.length === 0) throw new Error('There is no changeset. Describe a change first: npm run changeset')
const text = textOfChangesets(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))))

await runOrThrow('changeset', ['version'])
const { version } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8')) as { version: string }
await runOrThrow('npm', ['pkg', 'set', `version=${version}`])
await runOrThrow('npm', ['install', '--package-lock-only', '--ignore-scripts'])

const changelog = join(root, 'CHANGELOG.md')
const [title = '', ...older] = (await readFile(changelog, 'utf8')).split('\n## ')
await writeFile(changelog, [title, `${version}\n\n${text}\n`, ...older].join('\n## '))
console.log(`Version ${version}. Read CHANGELOG.md, then commit and tag it.`)

async function runOrThrow(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args, { output: 'kept' })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}
