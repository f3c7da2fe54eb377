const BEFORE = /(?:^|\s)["'(«“„‘[]*$/u
const AFTER = /^["')\]»”’.,;:!?…،؛؟]*(?:\s|$)/u

/**
 * The first of `names` beside which something other than spaces, quotes and the end of a sentence stands: it would become a
 * part of the link that is the value.
 */
export function gluedIn(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const parts = text.split(`{${name}}`)
    return parts.some(
      (part, index) => (index > 0 && !AFTER.test(part)) || (index < parts.length - 1 && !BEFORE.test(part)),
    )
  })
}
