/** A value in each language in which mails can be written; a text stands for the same in all. */
export type MailValue = string | { en: string; ar: string }

export type Placeholder = {
  sample: MailValue
  isRequired?: boolean
  isOptional?: boolean
  isTextOnly?: boolean
  /** The sample is a path of the site. */
  isPath?: boolean
}

/** The default words of a mail in English, by paragraph, and the placeholders by name. */
export type Template<Name extends string = string> = {
  subject: string
  paragraphs: readonly string[]
  placeholders: Readonly<Record<Name, Placeholder>>
}

/** Declares a mail. */
export function template<Name extends string>(declared: Template<Name>): Template<Name> {
  return declared
}

/** The receiver's name; empty where it could be taken for an address. */
export const name = { sample: { en: 'Ada', ar: 'آدا' } } satisfies Placeholder

/** The address of a page of the site, which the mail is about. */
export function link(path: string): Placeholder {
  return { sample: path, isPath: true, isRequired: true, isTextOnly: true }
}

/** The way out for an owner who did not do this, in words. */
export const notMe = {
  sample: {
    en: 'If it was not you, choose a new password at once.',
    ar: 'إن لم تكن أنت من فعل ذلك، فاختر كلمة مرور جديدة فورًا.',
  },
  isRequired: true,
  isTextOnly: true,
} satisfies Placeholder

export const amount = { sample: { en: '$120.00', ar: '120.00 US$' } } satisfies Placeholder
export const day = { sample: { en: 'March 14, 2027', ar: '14 مارس 2027' } } satisfies Placeholder
