import { Trans, useLingui } from '@lingui/react/macro'
import { Tag, TAGS_MAX } from '@vesper/sync/vesper/api/tags.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { translated } from '../../../core/api/error-message.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

type Props = { tags: readonly string[]; isReadOnly: boolean; onEdit: (tags: string[]) => void }

/** The tags of a post as words in one line. */
export function TagsField({ tags, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? tags.join(' ')
  const { problem } = tagsOf(text)
  return (
    <TextField
      label={t`Tags`}
      dir="auto"
      autoCapitalize="none"
      value={text}
      disabled={isReadOnly}
      hint={<Trans>Words apart by spaces, such as: studio glaze</Trans>}
      error={problem === null ? undefined : translated(problem)}
      // Another device's tags come in while nobody types.
      onBlur={() => problem === null && setTyped(null)}
      onChange={(event) => {
        setTyped(event.target.value)
        const { tags: next, problem: wrong } = tagsOf(event.target.value)
        if (wrong === null) onEdit(next)
      }}
    />
  )
}

/** The tags in a line, each once, and why they cannot be used, in the server's words. */
export function tagsOf(text: string): { tags: string[]; problem: string | null } {
  const words = text.split(/[\s,#]+/u).filter((word) => word !== '')
  const read = words.map((word) => v.safeParse(Tag, word))
  const wrong = read.find((tag) => !tag.success)
  const tags = [...new Set(read.flatMap((tag) => (tag.success ? tag.output : [])))]
  if (wrong && !wrong.success) return { tags, problem: wrong.issues[0].message }
  return { tags, problem: tags.length > TAGS_MAX ? 'Use at most 20 tags.' : null }
}
