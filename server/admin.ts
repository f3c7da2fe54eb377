// Commands for whoever runs the site: `npm run admin -- reports`. They work beside a running server.
import { glob } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { readConfig } from './config.ts'
import { domains } from './domains.ts'
import { runningPostgresUrl } from './infra/database/embedded/embedded-postgres.ts'
import { openOrm } from './infra/database/orm.ts'

/** The `admin` of a domain's `admin.ts`; its name is the domain's. */
export type AdminCommand = {
  summary: string
  run: (input: { em: SqlEntityManager; args: readonly string[]; print: (line: string) => void }) => Promise<void>
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const commands = await readCommands()
  const command = commands.get(name)
  if (command) await withDatabase((em) => command.run({ em, args, print }))
  else {
    if (name) print(`There is no command "${name}".`)
    print('Commands:')
    for (const [known, { summary }] of commands) print(`  ${known.padEnd(12)} ${summary}`)
    process.exitCode = name ? 1 : 0
  }
}

/** By domain; a domain without an `admin.ts` has none. */
async function readCommands(): Promise<Map<string, AdminCommand>> {
  const commands = new Map<string, AdminCommand>()
  for await (const file of glob('domains/*/admin.ts', { cwd: import.meta.dirname })) {
    const { admin } = (await import(join(import.meta.dirname, file))) as { admin: AdminCommand }
    commands.set(basename(dirname(file)), admin)
  }
  return commands
}

async function withDatabase(work: (em: SqlEntityManager) => Promise<void>): Promise<void> {
  // npm runs this in the workspace's folder; paths are meant from where npm was called.
  const dataDir = resolve(process.env['INIT_CWD'] ?? '.', process.env['DATA_DIR'] || '.data')
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  const url = config.databaseUrl ?? runningPostgresUrl(config.dataDir)
  if (url === null) throw new Error(`No server runs on ${config.dataDir}: start it first, or set DATABASE_URL.`)
  const orm = await openOrm(url, domains)
  try {
    await work(orm.em.fork())
  } finally {
    await orm.close()
  }
}
