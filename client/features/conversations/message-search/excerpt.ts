import { folded } from '@vesper/sync/vesper/records/folded-text.ts'
import { graphemeEnd, graphemeStart } from '../../../ui/text/graphemes.ts'

/** A part of a text, `to` excluded, as the text is written. */
export type Place = { from: number; to: number }

/** A piece of a text, marked where it is what was looked for. */
export type Piece = { text: string; isMatch: boolean }

/** Where the words of a search stand in a text: in order, none over another. */
export function placesIn(text: string, words: readonly string[]): Place[] {
  const { seen, starts } = readFolded(text)
  const places: Place[] = []
  for (const word of words) {
    for (let at = seen.indexOf(word); at !== -1; at = seen.indexOf(word, at + word.length)) {
      const from = graphemeStart(text, starts[at] ?? 0)
      places.push({ from, to: graphemeEnd(text, endOf(starts, at + word.length) ?? text.length) })
    }
  }
  return joined(places.sort((a, b) => a.from - b.from))
}

/** Where the character ends that is folded to the unit before `unit`: `ß` is two units. */
function endOf(starts: readonly number[], unit: number): number | undefined {
  let end = unit
  while (end < starts.length && starts[end] === starts[unit - 1]) end += 1
  return starts[end]
}

/** The part of a text around its first place, as far as `before` characters in front of it and `length` in all. */
export function excerpt(
  text: string,
  words: readonly string[],
  { before, length }: { before: number; length: number },
): Piece[] {
  const places = placesIn(text, words)
  const first = places[0]?.from ?? 0
  const from = first <= before || text.length <= length ? 0 : graphemeStart(text, wordStart(text, first - before))
  const cut = graphemeStart(text, from + length)
  // A character of hundreds of marks is longer than an excerpt.
  const to = cut > from ? cut : graphemeEnd(text, from + 1)
  const pieces: Piece[] = from > 0 ? [{ text: '…', isMatch: false }] : []
  let at = from
  for (const place of places) {
    if (place.from >= to) break
    if (place.from > at) pieces.push({ text: text.slice(at, place.from), isMatch: false })
    pieces.push({ text: text.slice(place.from, Math.min(to, place.to)), isMatch: true })
    at = place.to
  }
  if (at < to) pieces.push({ text: text.slice(at, to), isMatch: false })
  if (to < text.length) pieces.push({ text: '…', isMatch: false })
  return pieces
}

/** The text as a search sees it, and where each of its characters begins in the text as it is written. */
function readFolded(text: string): { seen: string; starts: number[] } {
  const starts: number[] = []
  let seen = ''
  let at = 0
  for (const character of text) {
    const part = folded(character)
    for (let unit = 0; unit < part.length; unit += 1) starts.push(at)
    seen += part
    at += character.length
  }
  return { seen, starts }
}

function joined(sorted: readonly Place[]): Place[] {
  const places: Place[] = []
  for (const place of sorted) {
    const last = places.at(-1)
    if (last && place.from <= last.to) last.to = Math.max(last.to, place.to)
    else places.push({ ...place })
  }
  return places
}

/** An excerpt begins with a word, where one begins near. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 16).search(/\s/u)
  return space === -1 ? at : at + space + 1
}
