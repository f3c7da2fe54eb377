/** The first letter decides, as with `dir="auto"`. */
const LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Samaritan}]/u

/**
 * The direction of a text box with this text; undefined for an empty box, which has that of the page. Chromium takes seven
 * seconds to clear 25,000 lines in a box with `dir="auto"`. The box needs `unicode-bidi: plaintext` beside.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  if (text === '') return undefined
  return RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}
