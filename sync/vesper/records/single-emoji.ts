/** Longer than any emoji that a keyboard gives: a family of four, each in a colour of skin (UTF-16 units). */
export const EMOJI_MAX = 40

const PICTURE = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?`
const SINGLE = new RegExp(
  String.raw`^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${PICTURE}(?:\u200D${PICTURE})*[\u{E0020}-\u{E007F}]*)$`,
  'u',
)

/** Tells if a text is one emoji and nothing else. */
export function isSingleEmoji(text: string): boolean {
  return text.length <= EMOJI_MAX && SINGLE.test(text)
}
