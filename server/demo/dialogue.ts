import { readFile } from 'node:fs/promises'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** One message of a dialogue. */
export type Line = { from: 'fan' | 'creator'; text: string; at: Date }

/**
 * Reads `dialogues/<name>.txt`: a line is a message, `>` from the fan and `<` from the creator, and an empty line is a
 * pause of hours or days. The dialogue ends a little before `end` and began `days` earlier, always the same way.
 */
export async function readDialogue(name: string, { end, days }: { end: Date; days: number }): Promise<Line[]> {
  const text = await readFile(new URL(`./dialogues/${name}.txt`, import.meta.url), 'utf8')
  const talks = text
    .trim()
    .split(/\n\n+/)
    .map((talk) => talk.split('\n'))
  const random = seededRandom(name.length * 7_919 + days)
  return talks.flatMap((lines, n) => {
    const ago = (1 - (n + 1) / talks.length) * days * DAY_MS
    let at = end.getTime() - ago - MINUTE_MS * (25 + random() * 90) - lines.length * 4 * MINUTE_MS
    return lines.map((line): Line => {
      at += MINUTE_MS * (0.4 + random() * 3.4)
      return { from: line.startsWith('>') ? 'fan' : 'creator', text: line.slice(2), at: new Date(Math.floor(at)) }
    })
  })
}

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}
