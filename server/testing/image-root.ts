import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { isServiceThere } from './required-services.ts'

const repository = join(import.meta.dirname, '..', '..')

/** A stage of the Dockerfile: the stage or image that it begins with, and its instructions in order. */
type Stage = { from: string; steps: { verb: string; rest: string }[] }

export type Image = {
  /** The folder that is `/` in the image of a target. */
  rootOf: (target: string) => string
  /** The variables that the image sets. */
  env: Record<string, string>
  remove: () => void
}

/** True where root may mount and give its rights up. */
export const canIsolate = isServiceThere(
  'root with unshare and setpriv',
  process.getuid?.() === 0 &&
    spawnSync('unshare', ['--mount', 'true']).status === 0 &&
    spawnSync('setpriv', ['--version']).status === 0,
)

/**
 * Makes the trees of the Dockerfile's targets without a container engine: it follows the instructions, and takes installed
 * packages instead of `npm ci` and `client/dist` instead of a build. Files are hard links: nobody may write to them.
 */
export function assembleImage(): Image {
  const stages = readStages(readFileSync(join(repository, 'Dockerfile'), 'utf8'))
  const all = mkdtempSync(join(tmpdir(), 'vesper-image-'))
  const made = new Map<string, string>()
  const env: Record<string, string> = {}

  function make(name: string): string {
    const known = made.get(name)
    if (known !== undefined) return known
    const stage = stages.get(name)
    if (!stage) throw new Error(`The Dockerfile has no stage ${name}.`)
    const root = join(all, name)
    mkdirSync(root, { mode: 0o755 })
    made.set(name, root)
    if (stages.has(stage.from)) link(make(stage.from), root)
    for (const step of stage.steps) follow(root, step)
    return root
  }

  function follow(root: string, { verb, rest }: Stage['steps'][number]): void {
    const app = join(root, 'app')
    if (verb === 'WORKDIR') mkdirSync(app, { recursive: true })
    else if (verb === 'ENV') for (const [name, value] of pairs(rest)) env[name] = value
    else if (verb === 'COPY') copy(app, rest)
    else if (verb === 'RUN') run(app, rest)
  }

  function copy(app: string, rest: string): void {
    const words = rest.split(/\s+/)
    const from = /^--from=(.+)/.exec(words[0] ?? '')?.[1]
    const [target = '', ...sources] = words.slice(from === undefined ? 0 : 1).toReversed()
    const base = from === undefined ? repository : make(from)
    for (const source of sources) {
      const path = join(base, source)
      const into = target.endsWith('/') ? join(app, target, relative(dirname(path), path)) : join(app, target)
      if (existsSync(path)) link(path, into)
    }
  }

  return { rootOf: make, env, remove: () => rmSync(all, { recursive: true, force: true }) }
}

/** Starts a program in the image at `root` with its tree read-only, as user 1000 without rights; `data` is `/mnt/data`, `/tmp` is empty. */
export function runIsolated(
  root: string,
  { data, env, command }: { data: string; env: Record<string, string>; command: readonly string[] },
): ChildProcessWithoutNullStreams {
  const script = `set -eu
    mount -t tmpfs tmpfs /mnt
    mkdir /mnt/app /mnt/data
    mount --bind "$1" /mnt/app
    mount -o remount,bind,ro /mnt/app
    mount --bind "$2" /mnt/data
    mount -o remount,ro /mnt
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    mount -o remount,bind,ro /
    cd /mnt/app
    shift 2
    exec setpriv --reuid=1000 --regid=1000 --clear-groups --inh-caps=-all --ambient-caps=-all --bounding-set=-all \\
      --no-new-privs "$@"`
  const inside = ['sh', '-c', script, 'sh', join(root, 'app'), data, ...command]
  return spawn('unshare', ['--mount', '--propagation', 'private', ...inside], { env })
}

function readStages(text: string): Map<string, Stage> {
  const stages = new Map<string, Stage>()
  let stage: Stage | null = null
  for (const line of text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')) {
    const [, verb = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', name = ''] = verb === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(rest) ?? []) : []
    if (verb === 'FROM') stages.set(name, (stage = { from, steps: [] }))
    else if (verb !== '') stage?.steps.push({ verb, rest })
  }
  return stages
}

function run(app: string, command: string): void {
  if (command.startsWith('npm ci --omit=dev')) return installPackages(app)
  if (command === 'npm ci') return
  if (command === 'npm run build') return buildClient(app)
  // They change the system around the app.
  if (/^(apt-get|mkdir \/data)/.test(command)) return
  if (!/^(find|rm) /.test(command) || / \//.test(command)) throw new Error(`No test can run: ${command}`)
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: app, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}

/** The packages that `npm ci` would install for these workspaces. */
function installPackages(app: string): void {
  const args = ['ls', '--omit=dev', '--workspace=server', '--workspace=sync', '--parseable', '--all']
  const { stdout } = spawnSync('npm', args, { cwd: repository, encoding: 'utf8' })
  const modules = join(repository, 'node_modules')
  for (const path of stdout.split('\n').filter((line) => line.startsWith(modules))) {
    const into = join(app, 'node_modules', relative(modules, path))
    if (!existsSync(into)) link(path, into)
  }
  for (const name of ['server', 'sync']) link(join(modules, '@vesper', name), join(app, 'node_modules/@vesper', name))
}

function buildClient(app: string): void {
  const built = join(repository, 'client', 'dist')
  const into = join(app, 'client', 'dist')
  // A copy onto files that are there is refused.
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  if (existsSync(built)) cpSync(built, into, { recursive: true })
  else writeFileSync(join(into, 'index.html'), '<!doctype html><title>Vesper</title>')
}

function link(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-al', '-T', source, target], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function pairs(text: string): [string, string][] {
  return text.split(/\s+/).map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return [name, value]
  })
}
