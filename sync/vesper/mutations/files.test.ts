import { v7 } from 'uuid'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { filesNamedIn } from '../fan-model.ts'
import { vesperModel } from '../vesper-model.ts'
import { recordedIn } from './recorded/recorded.ts'
import { mutations } from './registry.ts'
import type { MutationName } from './registry.ts'
import { SCHEMA_VERSION } from './schema-version.ts'
import { sharedMutations } from './shared.ts'

/** Fields with ids of anything but a file that the mutation waits for. */
const NO_FILE = new Set([
  ...['_id', 'conversationId', 'performerId', 'objectId', 'parentId', 'galleryId', 'productId', 'productIds', 'userId'],
  ...['participantIds', 'postId', 'replyToId', 'messageId', 'listId'],
  // A file that is taken out is on the server.
  'removedFileIds',
])
/** The files of `base` are on the server. */
const ON_SERVER = 'base'

const names = Object.keys(mutations) as MutationName[]
const places = names.flatMap((name) => idsIn(mutations[name].args).map((path) => ({ name, path })))
const files = places
  .filter(({ path }) => !NO_FILE.has(path.at(-1) ?? '') && !path.includes(ON_SERVER))
  .map((place) => ({ ...place, field: place.path.join('.') }))

test('the fields without files all exist', () => {
  const last = new Set(places.map(({ path }) => path.at(-1)))
  expect([...NO_FILE].filter((field) => !last.has(field))).toEqual([])
})

test('the places of files are found', () => {
  expect(files.map(({ name, field }) => `${name} ${field}`)).toEqual(
    expect.arrayContaining(['message.send fileIds', 'draft.save changes.teaserId', 'photo.add fileId']),
  )
})

describe('[UPLOAD-1] a mutation waits for the file that it names', () => {
  test.each(files)('in $field of $name', ({ name, path }) => {
    const file = v7()
    const candidates = recordedArgs(name).map((args) => withFile(args, path, file))
    const args = candidates.find((candidate) => v.is(mutations[name].args, candidate))
    expect(args, `no recorded arguments of ${name} take a file`).toBeDefined()
    expect(vesperModel.files(name, args)).toContain(file)
  })
})

test('a fan’s mutations wait for the same files', () => {
  const ofFan = filesNamedIn(sharedMutations)
  for (const name of Object.keys(sharedMutations) as MutationName[]) {
    for (const args of recordedArgs(name)) expect(ofFan(name, args), name).toEqual(vesperModel.files(name, args))
  }
})

test('unknown mutations and arguments name no files', () => {
  for (const name of ['photo.add', 'constructor', '__proto__', 'nothing'])
    expect(vesperModel.files(name, {})).toEqual([])
})

function recordedArgs(name: string): unknown[] {
  const known = new Proxy<Record<string, string>>({}, { get: () => v7() })
  return recordedIn(SCHEMA_VERSION, known).flatMap((recorded) => (recorded.name === name ? [recorded.args] : []))
}

type Schema = { entries?: Record<string, Schema>; options?: Schema[]; wrapped?: Schema; item?: Schema }

/** The paths of all fields of a schema that end in `Id` or `Ids`. */
function idsIn(schema: unknown): string[][] {
  const { entries = {}, options = [], wrapped, item } = schema as Schema
  const below = Object.entries(entries).flatMap(([name, entry]) =>
    /Ids?$|^_id$/.test(name) ? [[name]] : idsIn(entry).map((path) => [name, ...path]),
  )
  const beside = [...(Array.isArray(options) ? options : []), wrapped, item]
  return [...below, ...beside.flatMap((part) => (typeof part === 'object' ? idsIn(part) : []))]
}

function withFile(args: unknown, [name = '', ...rest]: readonly string[], file: string): unknown {
  const fields = args as Record<string, unknown>
  if (rest.length > 0) return { ...fields, [name]: withFile(fields[name] ?? {}, rest, file) }
  return { ...fields, [name]: name.endsWith('Ids') ? [file] : file }
}
