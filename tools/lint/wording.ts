/** A sentence of a comment, a document, a test title or a text, and its place. */
export type Sentence = { path: string; line: number; text: string; words: number }

/** Beginnings after which the noun comes later, or never. */
const riddles: readonly RegExp[] = [
  // "What is queued waits.", "Of a photo.", "Whose cart it is."
  /^(What(?! about\b)|Of(?! course\b)|Whoever|Whether|Whose|Whom)\b/i,
  // "Those of others are of when the post was read."
  /^Those (of|who|whose|which|that|in|with|for|from|by)\b/i,
  // "That of another customer is another one.", "That a fan follows a creator."
  /^That (of|an?|the|which|somebody|nobody|never|one|another|either|both|no)\b/i,
  // "that is wanted is taken back", the title of a test in a group that has the noun
  /^that (is|are|was|were)\b/,
  // "By what other tabs see that this one lives.", "Until when the seller answers."
  /^(About|After|At|By|For|From|In|On|To|Under|Until|With) (how|what|when|which|whom|whose)\b/i,
]
/** "For a video.", "In tokens.": a place or a measure alone, without a subject. */
const BARE_PHRASE =
  /^(After|At(?! most| least)|Before|Between|By|For|From|In|On|To|Under|Until|With|Without)( [^\s,:]+){1,5}\.$/
const HAS_SUBJECT = / (it|nobody|nothing|they|this|we|you)\b/

/** Sentences that begin with a riddle, not with their subject. */
export function isRiddle({ text }: Sentence): boolean {
  if (text.endsWith('?')) return false
  return riddles.some((riddle) => riddle.test(text)) || (BARE_PHRASE.test(text) && !HAS_SUBJECT.test(text))
}

/** The sentences of a file: all of Markdown outside of code blocks, comments and test titles of code. */
export function sentencesOf(path: string, source: string): Sentence[] {
  const passages = path.endsWith('.md') ? passagesOfMarkdown(source) : passagesOfCode(source)
  return passages.flatMap(({ line, text }) =>
    splitSentences(text).map((sentence) => ({ path, line, text: sentence, words: sentence.split(/\s+/).length })),
  )
}

type Passage = { line: number; text: string }

function passagesOfMarkdown(source: string): Passage[] {
  const passages: Passage[] = []
  let isCode = false
  let open: Passage | null = null
  for (const [index, text] of source.split('\n').entries()) {
    if (text.trimStart().startsWith('```')) isCode = !isCode
    if (isCode || text.trim() === '' || /^\s*(```|#|\|)/.test(text)) {
      open = null
      continue
    }
    const item = /^\s*(?:[-*>]|\d+\.)\s+(.*)$/.exec(text)
    if (item || !open) passages.push((open = { line: index + 1, text: item?.[1] ?? text.trim() }))
    else open.text += ` ${text.trim()}`
  }
  return passages
}

function passagesOfCode(source: string): Passage[] {
  const passages: Passage[] = []
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  for (const { 0: comment, index } of source.matchAll(/\/\*\*?[^]*?\*\/|(?:(?<=^|\s)\/\/ .*(?:\n\s*\/\/ .*)*)/g)) {
    const text = comment.replaceAll(/^\/\*\*?|\*\/$/g, '').replaceAll(/^\s*(?:\*|\/\/)/gm, '')
    for (const paragraph of text.split(/\n\s*\n|\n(?=\s*[-@])/)) passages.push({ line: lineAt(index), text: paragraph })
  }
  const titles = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g
  for (const { 2: text = '', index } of source.matchAll(titles)) passages.push({ line: lineAt(index), text })
  return passages
}

function splitSentences(passage: string): string[] {
  const text = passage
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\[[A-Z-]+\d+\]|\*\*\[[A-Z-]+\d+\]\*\*) /g, '')
    .trim()
  return text
    .split(/(?<=[.!?]) (?=[A-Z`[("'*])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
