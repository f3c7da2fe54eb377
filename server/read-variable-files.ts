import { readFileSync } from 'node:fs'
import { StartupError } from './startup-error.ts'

/**
 * The variables of `names` that are set. `<NAME>_FILE` names a file that holds the value, as Docker and systemd hand secrets
 * over; line ends behind the value do not count. Throws one `StartupError` that names each file that cannot be read, is empty,
 * or stands beside the variable itself. It never shows a value.
 */
export function readVariableFiles(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const faults: string[] = []
  const values: Record<string, string> = {}
  for (const name of names) {
    // An empty variable is an unset one: that is how compose files and shells leave one out.
    const own = environment[name] || null
    // A variable such as DATABASE_CA_FILE names a file by itself.
    const path = names.includes(`${name}_FILE`) ? null : environment[`${name}_FILE`] || null
    if (own !== null) values[name] = own
    if (path === null) continue
    const value = readValue(path)
    if (own !== null) faults.push(`${name}_FILE cannot be set beside ${name}: keep one of them`)
    else if (value === null) faults.push(`${name}_FILE must name a file that can be read and is not empty`)
    else values[name] = value
  }
  if (faults.length > 0) throw invalidConfiguration(faults)
  return values
}

/** The refusal of a configuration; each fault begins with the name of its variable. */
export function invalidConfiguration(faults: readonly string[]): StartupError {
  return new StartupError(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

function readValue(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '') || null
  } catch {
    return null
  }
}
