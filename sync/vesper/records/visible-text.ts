/**
 * Characters without ink of their own: white space, default-ignorable characters (fillers, joiners, selectors), combining
 * marks, controls, and blank letters that Unicode lists elsewhere. An unassigned character counts as ink, since it may
 * be the emoji of a later Unicode.
 */
const INKLESS =
  '\\s\\p{Default_Ignorable_Code_Point}\\p{Mark}\\p{Control}\\p{Surrogate}' +
  // Braille blank, interlinear marks and the object replacement, a null notehead, hieroglyph joiners and blanks.
  '\\u2800\\ufff9-\\ufffc\\u{1d159}\\u{13430}-\\u{1343f}\\u{13441}\\u{13442}'

const INK = new RegExp(`[^${INKLESS}]`, 'u')

/** White space and blank letters: each looks like a space. */
const BLANKS = /[\s\u2800\u115f\u1160\u3164\uffa0]+/gu

/** Invisible characters that change nothing around them. Joiners and variation selectors do, so they are not among them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]/gu

/** Tells if a reader sees anything of this text. */
export function isVisible(text: string): boolean {
  return INK.test(text)
}

/** The same for two texts that look the same: in Unicode form NFC, with plain spaces, without invisible characters. */
export function appearanceOf(text: string): string {
  return text.normalize('NFC').replaceAll(UNSEEN, '').replaceAll(BLANKS, ' ').trim()
}

/** With U+FFFD in place of half a surrogate pair, which neither UTF-8 nor PostgreSQL can hold. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

/**
 * Characters that turn the direction of what follows, and controls. Tabs and line breaks are none, nor is NUL, for which a
 * text is refused.
 */
const TRICKS = /[\u202a-\u202e\u2066-\u2069]|(?![\0\t\n\r])\p{Control}/gu

/** A text as others see it, without characters that turn or hide what follows; empty where a reader sees nothing of it. */
export function shownText(text: string): string {
  return isVisible(text) ? wellFormed(text).replaceAll(TRICKS, '') : ''
}

/** The same in lines, with at most one empty line in a row. */
export function plainText(text: string): string {
  return shownText(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll('\0', '')
    .replaceAll(/\n\s*\n\s*\n/g, '\n\n')
}
