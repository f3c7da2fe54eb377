// Commands for the operator of the site: `npm run admin -- reports`. They work beside a running server, which tells
// devices of the changes.
import { glob } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from './app.ts'
import { readConfig } from './config.ts'
import { createApp } from './create-app.ts'
import { createLog } from './infra/http/log.ts'
import { StartupError } from './startup-error.ts'

/** Commands by name, as `admin` of a domain's `admin.ts`. Two domains never share a name. */
export type AdminCommands = Record<string, AdminCommand>

type AdminCommand = {
  summary: string
  /** Refuses what cannot be done; the sentence is printed. */
  run: (input: AdminInput) => Promise<void>
}

/** `print` writes one line. */
export type AdminInput = { app: App; args: readonly string[]; print: (line: string) => void }

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const commands = await readCommands()
  const command = commands.get(name)
  if (command) await inApp((app) => command.run({ app, args, print }))
  else {
    if (name) print(`There is no command "${name}".`)
    print('Commands:')
    for (const [known, { summary }] of commands) print(`  ${known.padEnd(12)} ${summary}`)
    process.exitCode = name ? 1 : 0
  }
}

/** The commands of all domains and of what they share, from the files `admin.ts` beside them. */
export async function readCommands(): Promise<Map<string, AdminCommand>> {
  const domains: [file: string, admin: AdminCommands][] = []
  for await (const file of glob(['domains/*/*/admin.ts', 'infra/*/admin.ts'], { cwd: import.meta.dirname })) {
    const { admin } = (await import(join(import.meta.dirname, file))) as { admin: AdminCommands }
    domains.push([file, admin])
  }
  return mergeCommands(domains)
}

/** The commands of all domains, sorted by name. Throws when two files name the same command. */
export function mergeCommands(domains: readonly [file: string, admin: AdminCommands][]): Map<string, AdminCommand> {
  const commands = new Map<string, AdminCommand>()
  for (const [file, admin] of domains) {
    for (const [name, command] of Object.entries(admin)) {
      if (commands.has(name)) throw new Error(`${file} names the command "${name}", which another domain has.`)
      commands.set(name, command)
    }
  }
  return new Map([...commands].toSorted(([a], [b]) => a.localeCompare(b)))
}

async function inApp(work: (app: App) => Promise<void>): Promise<void> {
  // npm runs this in the workspace's folder; paths are meant from where npm was called.
  const dataDir = resolve(process.env['INIT_CWD'] ?? '.', process.env['DATA_DIR'] || '.data')
  try {
    const config = readConfig({ ...process.env, DATA_DIR: dataDir })
    const app = await createApp(config, { role: 'admin', log: createLog('error') })
    try {
      await work(app)
    } finally {
      await app.close()
    }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
