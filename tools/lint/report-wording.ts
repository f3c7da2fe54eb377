// `node tools/lint/report-wording.ts [paths…]` lists each riddle of the whole repository, or below the paths.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../run.ts'
import { wordedFiles } from './worded-files.ts'
import { isRiddle, sentencesOf } from './wording.ts'

const below = process.argv.slice(2).map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''))
const files = wordedFiles().filter(
  (file) => below.length === 0 || below.some((path) => file === path || file.startsWith(`${path}/`)),
)
let count = 0
for (const file of files) {
  const riddles = sentencesOf(file, await readFile(join(root, file), 'utf8')).filter(isRiddle)
  for (const { line, text } of riddles) console.log(`${file}:${line}: ${text}`)
  count += riddles.length
}
console.log(`${count} riddles in ${files.length} files`)
