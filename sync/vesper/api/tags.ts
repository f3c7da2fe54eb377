import * as v from 'valibot'

export const TAGS_MAX = 20
export const TAG_MAX = 30

/** One tag: letters in lower case, digits and `_`, without the `#` that people type before it. */
export const Tag = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/^#/, '').normalize('NFC').toLowerCase()),
  v.maxLength(TAG_MAX, 'A tag has at most 30 characters.'),
  v.regex(/^[\p{L}\p{M}\p{N}_]+$/u, 'A tag has only letters, digits and underscores.'),
)

/** The tags of a thing, each once. */
export const Tags = v.pipe(
  v.array(Tag),
  v.transform((tags) => [...new Set(tags)]),
  v.maxLength(TAGS_MAX, 'Use at most 20 tags.'),
)
