import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { isMotif } from '../art/motifs.ts'
import type { Motif } from '../art/motifs.ts'

// A world file holds the posts of one creator, the newest first. A block is a post:
//
//   @5h public photo:pot*2 #glaze        age, access, kinds, tags
//   The text: each line is a paragraph, those with • are a list.
//   - An option of the poll; the last paragraph before it is the question.
//
// `poll:7d:several` takes several answers, `pinned` stands first on the page.

/** One picture, clip or sound of a post. Clips and sounds show a still picture of their motif. */
export type WorldMedia = { kind: 'photo' | 'video' | 'audio'; motif: Motif; count: number }

/** One post of a world file. */
export type WorldPost = {
  /** Minutes before the first start; negative for a post that comes out after it. */
  minutesAgo: number
  access: PostAccess
  /** Tokens; 0 unless `access` is `paid`. */
  price: number
  media: WorldMedia | null
  poll: { question: string; options: string[]; openDays: number; isMultiple: boolean } | null
  archived: boolean
  /** It stands first on the page of its creator. */
  pinned: boolean
  tags: string[]
  text: string
}

const MINUTES = { m: 1, h: 60, d: 1440 } as const
const ACCESS: readonly PostAccess[] = ['public', 'followers', 'subscribers', 'paid']
const PICTURES_MAX = 4

/** Reads a world file. Throws for a line that it does not understand, naming the file and the line. */
export function parsePosts(source: string, file: string): WorldPost[] {
  const posts: WorldPost[] = []
  let block: { head: string; line: number; body: string[] } | null = null
  const lines = source.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('@')) {
      if (block) posts.push(parseBlock(block, file))
      block = { head: line.slice(1), line: index + 1, body: [] }
    } else if (block) block.body.push(line)
    else if (line.trim() !== '') throw new SyntaxError(`${file}:${index + 1}: a file begins with the head of a post`)
  }
  if (block) posts.push(parseBlock(block, file))
  return posts
}

function parseBlock({ head, line, body }: { head: string; line: number; body: string[] }, file: string): WorldPost {
  try {
    const post = parseHead(head)
    const options = body.filter((each) => each.startsWith('- ')).map((each) => each.slice(2).trim())
    const text = flow(body.filter((each) => !each.startsWith('- ')))
    if (!post.poll) {
      if (options.length > 0) throw new SyntaxError('options without a poll')
      if (text === '') throw new SyntaxError('a post without a text')
      return { ...post, text }
    }
    if (options.length < 2) throw new SyntaxError('a poll has at least two options')
    const paragraphs = text.split('\n\n')
    const question = paragraphs.pop() ?? ''
    if (question.length > 200) throw new SyntaxError('the question of a poll has at most 200 characters')
    return { ...post, poll: { ...post.poll, question, options }, text: paragraphs.join('\n\n') }
  } catch (error) {
    throw new SyntaxError(`${file}:${line}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Reads the first line of a block, without its `@`: no post or asset has more than `picturesMax` pictures. */
export function parseHead(head: string, picturesMax = PICTURES_MAX): WorldPost {
  const [age = '', access = '', ...rest] = head.trim().split(/\s+/)
  const known = ACCESS.find((each) => each === access)
  if (!known) throw new SyntaxError(`no access is called "${access}"`)
  const price = known === 'paid' ? whole(rest.shift(), 'a price') : 0
  const post: WorldPost = {
    ...{ minutesAgo: minutesOf(age), access: known, price, media: null, poll: null },
    ...{ archived: false, pinned: false, tags: [], text: '' },
  }
  if (rest.length === 0) throw new SyntaxError('a head names a kind')
  for (const word of rest) takeWord(post, word, picturesMax)
  return post
}

function takeWord(post: WorldPost, word: string, picturesMax: number): void {
  const [name = '', value = '', more] = word.split(':', 3)
  if (word.startsWith('#')) post.tags.push(word.slice(1))
  else if (word === 'archived') post.archived = true
  else if (word === 'pinned') post.pinned = true
  else if (name === 'photo' || name === 'video' || name === 'audio') post.media = mediaOf(name, value, picturesMax)
  else if (name === 'poll') {
    const openDays = whole(value.replace(/d$/, ''), 'days')
    post.poll = { question: '', options: [], openDays, isMultiple: more === 'several' }
  } else if (word !== 'text') throw new SyntaxError(`no kind is called "${word}"`)
}

function mediaOf(kind: WorldMedia['kind'], value: string, picturesMax: number): WorldMedia {
  const [motif = '', times = '1'] = value.split('*', 2)
  if (!isMotif(motif)) throw new SyntaxError(`no motif is called "${motif}"`)
  const count = whole(times, 'a number of pictures')
  if (count > picturesMax || (kind !== 'photo' && count > 1)) throw new SyntaxError('too many pictures')
  return { kind, motif, count }
}

function minutesOf(age: string): number {
  const [, ahead, count = '', unit] = /^(\+?)(\d{1,4})([mhd])$/.exec(age) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') throw new SyntaxError(`"${age}" is no age such as 5h or 3d`)
  return Number(count) * MINUTES[unit] * (ahead ? -1 : 1)
}

function whole(value: string | undefined, what: string): number {
  if (!value || !/^[1-9]\d{0,3}$/.test(value)) throw new SyntaxError(`"${value ?? ''}" is not ${what}`)
  return Number(value)
}

/** Puts an empty line between paragraphs, but none between the items of a list. */
function flow(lines: readonly string[]): string {
  const paragraphs = lines.map((line) => line.trim()).filter((line) => line !== '')
  return paragraphs.reduce((text, line) => {
    if (text === '') return line
    const isItem = line.startsWith('• ') && (text.split('\n').at(-1) ?? '').startsWith('• ')
    return `${text}${isItem ? '\n' : '\n\n'}${line}`
  }, '')
}
