import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PAGE_BODY_MAX, PAGE_TITLE_MAX } from '@vesper/sync/vesper/api/pages.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'

/** Controls other than line breaks, and characters that turn the direction of what follows. */
const TREACHEROUS = /[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u

export type PageText = { title: string; body: string }

/** Takes the title, `# …`, from the first line of a file. Refuses as `invalid` a text that is no page. */
export function parsePage(text: string): PageText {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^\ufeff/, '')
    .trim()
  const [first = '', ...rest] = lines.split('\n')
  const title = /^# +(.+)$/.exec(first)?.[1]?.trim() ?? ''
  const body = rest.join('\n').trim()
  if (!isVisible(title)) throw new Refusal('invalid', 'The first line of the file is "# " and the title.')
  if (title.length > PAGE_TITLE_MAX) throw new Refusal('invalid', 'The title has at most 120 characters.')
  if (!isVisible(body)) throw new Refusal('invalid', 'The page has no text.')
  if (body.length > PAGE_BODY_MAX) throw new Refusal('invalid', 'The text has at most 50,000 characters.')
  if (TREACHEROUS.test(lines)) {
    throw new Refusal('invalid', 'The text has control characters or characters that turn its direction.')
  }
  return { title, body }
}
