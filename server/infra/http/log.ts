import { pino } from 'pino'
import type { Logger } from 'pino'

/** One JSON object a line on standard error, so that standard output stays the app's own. */
export function createLog(level: string, write: (line: string) => void = writeToStandardError): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    { write: (line: string) => write(scrub(line)) },
  )
}

const secretNames = ['password', 'passwordHash', 'token', 'authorization', 'cookie', 'secret']
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** The last line of defence: whatever looks like a credential does not leave, wherever in the line it stands. */
export function scrub(line: string): string {
  return (
    line
      // Looked for from the start of a run alone: from each place in it, a long address would hold everything up.
      .replace(/(?<![\w-])eyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g, '[token]')
      .replace(/([?&](?:token|s|password|access_token)=)[^&\s"\\]+/gi, '$1[redacted]')
      .replace(/(\bbearer\s+)[^\s"\\]+/gi, '$1[redacted]')
      .replace(/(\b\w+:\/\/[^\s:@/"\\]+:)[^\s@/"\\]+(?=@)/g, '$1[redacted]')
  )
}

type Described = { type: string; message: string; stack: string; code?: string; constraint?: string; cause?: unknown }

/** An error without what people wrote: those of the database carry whole statements with their values. */
function describeError(error: unknown, depth = 0): Described | string {
  if (!(error instanceof Error)) return String(error)
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const described: Described = {
    type: error.name,
    message: withoutStatement(error),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  }
  if (typeof code === 'string') described.code = code
  if (typeof constraint === 'string') described.constraint = constraint
  if (error.cause !== undefined && depth < 4) described.cause = describeError(error.cause, depth + 1)
  return described
}

/**
 * MikroORM's driver exceptions read `<statement> - <what the database said>`, and then, a line each, its detail and its hint,
 * which quote rows.
 */
function withoutStatement(error: Error): string {
  const isFromDriver = 'sqlState' in error || 'sqlMessage' in error || 'severity' in error
  if (!isFromDriver) return error.message
  const message = error.message.split(/\n - (?:detail|hint): /, 1)[0] ?? ''
  return message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, '')
}

function writeToStandardError(line: string): void {
  process.stderr.write(line)
}
