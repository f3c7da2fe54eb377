import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../../../startup-error.ts'

/** How PostgreSQL's programs are started, and whose its files are. PostgreSQL refuses to run as root. */
export type PostgresAccount =
  | { kind: 'self' }
  /** Root starts it as the system's user `postgres`. */
  | { kind: 'user'; uid: number; gid: number }
  /** Root starts it in a user namespace, where root appears as `nobody`: it reaches what only root may enter. */
  | { kind: 'namespace' }

const NOBODY = '65534'
const namespaceArguments = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * Chooses the account for a cluster. `paths` are the folders that it has to reach. Throws with the ways out when root
 * has put them where no other user may go and the system has no user namespaces.
 */
export function choosePostgresAccount(paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const blocked = paths.map(closedAncestor).find((folder) => folder !== null)
  const user = blocked ? null : postgresUser()
  if (user) return user
  if (spawnSync('unshare', [...namespaceArguments, 'true']).status === 0) return { kind: 'namespace' }
  throw new StartupError(
    blocked
      ? `PostgreSQL does not run as root, and ${blocked} may be entered by root alone. Either run Vesper as an ordinary ` +
          `user, or allow others to pass with "chmod o+x ${blocked}", or set DATABASE_URL to a PostgreSQL server.`
      : 'PostgreSQL does not run as root, and no user "postgres" could be made. Run Vesper as an ordinary user, or set ' +
          'DATABASE_URL to a PostgreSQL server.',
  )
}

/** The command line and options that start `program` under the account. */
export function underAccount(account: PostgresAccount, program: string, args: readonly string[]) {
  if (account.kind === 'namespace') {
    return { command: 'unshare', args: [...namespaceArguments, program, ...args], options: {} }
  }
  const options = account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {}
  return { command: program, args: [...args], options }
}

/** Gives a folder and all in it to the account, if it is another's. */
export function giveTo(account: PostgresAccount, folder: string): void {
  if (account.kind === 'self') return
  const { uid, gid } = account.kind === 'user' ? account : { uid: 0, gid: 0 }
  if (statSync(folder).uid === uid) return
  // The folder itself last: a kill in between leaves it to be done again.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, gid)
  }
  chownSync(folder, uid, gid)
}

function postgresUser(): PostgresAccount | null {
  return lookUpPostgresUser() ?? (makePostgresUser() ? lookUpPostgresUser() : null)
}

function lookUpPostgresUser(): PostgresAccount | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
    return { kind: 'user', uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function makePostgresUser(): boolean {
  return (
    spawnSync('groupadd', ['--system', 'postgres']).status === 0 &&
    spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']).status === 0
  )
}

/** The first folder on the way to `path` (itself left out) that other users may not enter. */
function closedAncestor(path: string): string | null {
  const ancestors: string[] = []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    ancestors.unshift(folder)
    if (folder === dirname(folder)) break
  }
  return ancestors.find((folder) => (statSync(folder).mode & 0o001) === 0) ?? null
}
