import { SCHEMA_VERSION } from './schema-version.ts'

/** What became of arguments: as the next schema has them, or a reason, for people, why they are nothing there. */
export type Reading = { args: unknown } | { refused: string }

/** How the arguments of each mutation of one schema are read by the next. */
type Step = Readonly<Record<string, (args: unknown) => Reading>>

const TOO_OLD = 'This comes from a version of the app that is too old, and was not applied. Please do it once more.'

const same = (args: unknown): Reading => ({ args })

/**
 * [VERSION-3] From each schema to the next, by the name that the mutation had there. What is queued may lie on a device for
 * as long as its owner is away: no step goes.
 */
const steps: Readonly<Record<number, Step>> = {
  1: {
    'message.send': same,
    'message.delete': same,
    'conversation.open': same,
    'conversation.read-all': same,
    'profile.update': same,
  },
}

/** Arguments as the present schema has them, whichever app queued them. They are still to be validated. */
export function readArguments({ name, args, schema }: { name: string; args: unknown; schema: number }): Reading {
  let reading: Reading = { args }
  for (let version = schema; version < SCHEMA_VERSION && 'args' in reading; version += 1) {
    const step = steps[version] ?? {}
    reading = Object.hasOwn(step, name) && step[name] ? step[name](reading.args) : { refused: TOO_OLD }
  }
  return reading
}
