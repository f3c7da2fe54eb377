// `node tools/lint/report-export-names.ts [paths…]` lists the files without an export that fits their name.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../run.ts'

type Report = { diagnostics: { code?: string; filename: string; message: string }[] }

const folder = await mkdtemp(join(tmpdir(), 'vesper-lint-'))
try {
  const { ignorePatterns } = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as {
    ignorePatterns: string[]
  }
  const config = join(folder, 'oxlintrc.json')
  const rules = { 'vesper/export-names': 'error' }
  const jsPlugins = [join(import.meta.dirname, 'plugin.ts')]
  await writeFile(config, JSON.stringify({ plugins: [], jsPlugins, ignorePatterns, categories: {}, rules }))
  const args = ['--config', config, '--format', 'json', ...process.argv.slice(2)]
  const { output } = await run('oxlint', args, { output: 'kept' })
  const { diagnostics } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Report
  const broken = diagnostics.find(({ code }) => code === undefined)
  if (broken) throw new Error(broken.message)
  const found = diagnostics.filter(({ code }) => code?.includes('export-names'))
  const lines = found.map(({ filename, message }) => `${filename}: ${message}`).toSorted()
  console.log([...lines, `${lines.length} files`].join('\n'))
} finally {
  await rm(folder, { recursive: true, force: true })
}
