import { graphemesOf } from '../../ui/text/graphemes.ts'

const STARTS_AS_EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Extended_Pictographic}\u200D|\p{Regional_Indicator}{2})/u
// Most texts have a letter: they are told apart without being taken apart.
const LETTER = /\p{L}/u
const LONGEST = 120
const MOST = 6

/** How many emoji a text consists of, when it consists of nothing else and of few enough to be shown large; else 0. */
export function jumboEmojiCount(text: string): number {
  const visible = text.trim()
  if (visible === '' || visible.length > LONGEST || LETTER.test(visible)) return 0
  if (!STARTS_AS_EMOJI.test(visible)) return 0
  const graphemes = graphemesOf(visible).filter((grapheme) => grapheme.trim() !== '')
  const allEmoji = graphemes.every((grapheme) => STARTS_AS_EMOJI.test(grapheme))
  return allEmoji && graphemes.length <= MOST ? graphemes.length : 0
}
