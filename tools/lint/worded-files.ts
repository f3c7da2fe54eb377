import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** Sources and documents that people write, without migrations, generated files and the examples of riddles. */
const written = /\.(tsx?|mjs|md)$/
const unwritten = /\.gen\.ts$|\/migrations\/|^tools\/lint\/wording(\.test)?\.ts$/

/** Files whose wording is checked, from the repository's root. */
export function wordedFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => written.test(path) && !unwritten.test(path) && existsSync(join(root, path)))
}
