import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mutation as an app has queued it; `by`: what kind of account. */
export type Recorded = { by: 'fan' | 'creator'; name: string; args: unknown }

/** The mutations queued by apps of a schema, in order; `ids` replace the names in braces of the file. */
export function recordedIn(schema: number, ids: Readonly<Record<string, string>>): Recorded[] {
  const text = readFileSync(join(import.meta.dirname, `schema-${schema}.json`), 'utf8')
  const filled = text.replaceAll(/"\{([a-z ]+)\}"/g, (_all, name: string) => JSON.stringify(ids[name]))
  return JSON.parse(filled) as Recorded[]
}
