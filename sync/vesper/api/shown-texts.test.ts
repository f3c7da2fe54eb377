import { readdirSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mutations } from '../mutations/registry.ts'
import { Parcel } from './order-fields.ts'

type Text = v.GenericSchema<string, string | null>
type Parts = { kind?: string; type?: string; pipe?: unknown }

/*
 * Each string of the schemas that takes free words is found here, also one of a field that is new. Others see it unless it
 * is named below: searches, keywords of letters alone, secrets, codes, keys, the draft that its author alone reads.
 */
const UNSEEN =
  /\.q$|[pP]assword$|[tT]oken$|Token(?:Secret|\.(?:state|iss))$|(?:\.c|C)ode$|[uU]r[il]$|Verifier$|(?:account|packageId|source|username)$|^settings\.|^drafts\.|AssetName\.id$|JoinParams\.id$|NewKeyword/

const names = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
const modules = await Promise.all(
  names.map((name) => name.replace('.ts', '')).map(async (name) => [name, await import(`./${name}.ts`)] as const),
)
const args = Object.entries(mutations).map(([name, mutation]) => [name, mutation.args] as const)
const texts = freeTexts([...modules, ...args])
const shown = texts.filter(([path]) => !UNSEEN.test(path))

const TRICKS = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u0007',
  '\u001b',
]
/** Each has 10 to 12 characters. */
const WORDS = ['👩‍👩‍👧 ❤️', 'او نمی\u200cخواهد', 'क्\u200dष क्\u200dषक', 'שלום לך\u200f!!', 'ภาษา\u200bไทยๆๆ']

test('the texts that others see are all found', () => {
  expect(shown.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      ...[
        'auth.RegisterUser.name',
        'auth.RegisterPerformer.bio',
        'performer-fields.Place',
        'addresses.AddressFields.name',
      ],
      ...['asset-fields.AssetTitle', 'asset-fields.assetFields.description', 'comments.CommentText'],
      ...['post-fields.postFields.text', 'post-fields.Poll.question', 'post-fields.Poll.options'],
      ...['message.send.text', 'messages.SendMessage.text', 'charges.TipBody.message', 'contact.Contact.message'],
      ...['order-fields.OrderNote', 'order-fields.Parcel.carrier', 'blocks.BlockReason', 'payouts.BankingBody.holder'],
    ]),
  )
})

test.each(shown)('%s keeps no character that turns or hides what follows', (_, schema) => {
  for (const trick of TRICKS) {
    const said = v.safeParse(schema, `Some ${trick}words`)
    // A name is refused, any other text goes without it.
    if (said.success) expect(said.output).not.toContain(trick)
    else expect(said.issues[0].message).toMatch(/characters that turn|control characters|one line/)
  }
})

test.each(shown)('%s keeps the joiners of emoji and of letters', (_, schema) => {
  for (const words of WORDS) expect(v.parse(schema, words)).toBe(words)
})

test.each(shown)('%s keeps no text of which nothing is seen', (_, schema) => {
  for (const blank of ['\u200b\u2060', '\u2800', '\u202e\u2066', '\ufeff \u200d']) {
    const said = v.safeParse(schema, blank)
    if (said.success) expect(said.output ?? '').toBe('')
  }
})

test('the address of a parcel has no characters that turn its direction', () => {
  expect(v.is(Parcel, { trackingUrl: 'https://post.test/1' })).toBe(true)
  expect(v.is(Parcel, { trackingUrl: 'https://post.test/\u202e1' })).toBe(false)
})

/** The schemas of free texts in the parts of others, each once, by where it was found first. */
function freeTexts(roots: (readonly [string, unknown])[]): [string, Text][] {
  const found: [string, Text][] = []
  const seen = new Set<unknown>()
  const walk = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const { kind, type, pipe } = value as Parts
    if (kind === 'schema' && type === 'string') {
      if (pipe && v.is(value as Text, 'Some words')) found.push([path, value as Text])
      return
    }
    for (const [name, part] of Object.entries(value)) {
      if (name !== 'pipe') walk(['entries', 'wrapped', 'item'].includes(name) ? path : `${path}.${name}`, part)
    }
  }
  for (const [path, root] of roots) walk(path, root)
  return found
}
