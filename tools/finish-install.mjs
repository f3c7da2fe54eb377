// npm leaves out optional packages whose `engines` its own Node fails. The project runs on the Node in
// node_modules/.bin, so where the two differ npm finishes the install under that one.
import { execFileSync, spawnSync } from 'node:child_process'

const { npm_node_execpath: npmNode, npm_execpath: npm, FINISH_INSTALL } = process.env
const runsOnProjectNode = !npmNode || execFileSync(npmNode, ['-v'], { encoding: 'utf8' }).trim() === process.version

if (npm && !runsOnProjectNode && !FINISH_INSTALL) {
  const { status } = spawnSync(
    process.execPath,
    [npm, 'install', '--no-save', '--prefer-offline', '--ignore-scripts'],
    { stdio: 'inherit', env: { ...process.env, FINISH_INSTALL: '1' } },
  )
  process.exit(status ?? 1)
}
